"""From photo to reading: what the camera claims lies on the table, and how sure it is."""
