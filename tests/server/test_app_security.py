"""Who gets in: this machine, paired devices, no other site's page; and what every answer forbids the browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.security import SESSION_COOKIE
from tests.server.web_client import HERE, LAN_ADDRESS, PHONE, Client, Site, open_site

PAGES = ("/", "/api/pads", "/api/openapi.json", "/api/docs", "/network", "/scans/x", "/nowhere", "/static/../app.py")


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with open_site(tmp_path, lan=True) as running:
        yield running


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with open_site(tmp_path_factory.mktemp("site")) as running:
        yield running


def phone(site: Site) -> Client:
    return site.client(PHONE, LAN_ADDRESS)


def pair(site: Site) -> Client:
    client = phone(site)
    answer = client.get(site.links[-1])
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    return client


@pytest.mark.parametrize("path", PAGES)
def test_nothing_on_the_network_gets_in_unpaired(site: Site, path: str) -> None:
    answer = phone(site).get(path)
    assert answer.status_code == 401
    assert "not connected yet" in answer.text


def test_a_post_of_an_unpaired_device_is_refused_without_reading_it(site: Site) -> None:
    assert phone(site).post("/api/score", content=b"x").status_code == 401
    assert phone(site).post("/api/pads", json={"names": ["A", "B"]}).status_code == 401
    assert site.client().get("/api/pads").json() == []


def test_the_token_lets_one_device_in_once(site: Site) -> None:
    link = site.links[0]
    client = pair(site)
    assert client.get("/").status_code == 200
    assert client.post("/api/pads", json={"names": ["A", "B"]}).status_code == 201
    late = phone(site)
    assert late.get(link).status_code == 401
    assert late.get("/").status_code == 401
    assert len(site.links) == 2, "the next link is announced"


def test_a_wrong_token_does_not_spend_the_right_one(site: Site) -> None:
    for wrong in ("x", "x" * 24, "%C3%A9", site.links[0][-24:][:-1]):
        assert phone(site).get(f"/pair/{wrong}").status_code == 401
    pair(site)


def test_looking_ahead_does_not_spend_the_token(site: Site) -> None:
    assert phone(site).get(site.links[0], headers={"sec-purpose": "prefetch;prerender"}).status_code == 401
    pair(site)


def test_the_session_cookie_is_out_of_reach_for_scripts_and_other_sites(site: Site) -> None:
    cookie = phone(site).get(site.links[0]).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_a_made_up_session_opens_nothing(site: Site) -> None:
    assert phone(site).get("/", headers={"cookie": f"{SESSION_COOKIE}=guess"}).status_code == 401


def test_the_database_holds_no_session_that_would_let_its_reader_in(site: Site) -> None:
    client = pair(site)
    session = client.http.cookies[SESSION_COOKIE]
    assert all(session.encode() not in path.read_bytes() for path in site.folder.glob("test.sqlite*"))


def test_a_paired_device_stays_paired_after_a_restart(tmp_path: Path) -> None:
    with open_site(tmp_path, lan=True) as site:
        cookies = dict(pair(site).http.cookies)
    with open_site(tmp_path, lan=True) as site:
        client = phone(site)
        client.http.cookies.update(cookies)
        assert client.get("/").status_code == 200


def test_the_host_shows_renews_and_revokes(site: Site) -> None:
    host = site.client()
    client = pair(site)
    assert site.links[-1] in host.get("/network").text
    assert host.post("/network/renew").status_code == 303
    assert site.links[-1] in host.get("/network").text
    assert phone(site).get(site.links[-2]).status_code == 401
    assert host.post("/network/unpair").status_code == 303
    assert client.get("/").status_code == 401


def test_a_paired_device_can_let_nobody_else_in(site: Site) -> None:
    client = pair(site)
    assert client.get("/network").status_code == 404
    assert client.post("/network/renew").status_code == 404


def test_this_machine_needs_no_pairing(site: Site) -> None:
    for base in ("http://127.0.0.1:8420", "http://localhost:8420", "http://[::1]:8420"):
        assert site.client(HERE, base).get("/").status_code == 200


def test_forwarded_headers_make_nobody_this_machine(site: Site) -> None:
    headers = {"x-forwarded-for": "127.0.0.1", "forwarded": "for=127.0.0.1", "x-real-ip": "127.0.0.1"}
    assert phone(site).get("/", headers=headers).status_code == 401


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8420", "127.0.0.1.evil.example", "", "a b", "x/y", "::"]
)
def test_a_rebound_name_is_not_answered(closed: Site, host: str) -> None:
    answer = closed.client().get("/api/pads", headers={"host": host})
    assert (answer.status_code, answer.json()["code"]) == (421, "host")


def test_addresses_of_the_network_are_answered_only_with_lan(closed: Site, site: Site) -> None:
    assert closed.client().get("/", headers={"host": "192.168.0.7:8420"}).status_code == 421
    assert site.client().get("/", headers={"host": "192.168.0.7:8420"}).status_code == 200


def test_without_lan_there_is_no_pairing(closed: Site) -> None:
    assert closed.client(PHONE).get("/").status_code == 401
    assert closed.client(PHONE).get("/pair/x").status_code == 401
    assert closed.client().get("/network").status_code == 404


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:9999"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_another_sites_page_can_change_nothing(closed: Site, headers: dict[str, str]) -> None:
    answer = closed.client().post("/api/pads", json={"names": ["A", "B"]}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "origin")
    assert closed.client().get("/api/pads").json() == []


@pytest.mark.parametrize("headers", [{}, {"origin": "http://127.0.0.1:8420"}, {"sec-fetch-site": "same-origin"}])
def test_our_own_pages_and_programs_can(tmp_path: Path, headers: dict[str, str]) -> None:
    with open_site(tmp_path) as site:
        answer = site.client().post("/api/pads", json={"names": ["A", "B"]}, headers=headers)
    assert answer.status_code == 201


@pytest.mark.parametrize("path", ["/", "/api/docs", "/nowhere", "/api/nowhere", "/static/js/scan.js"])
def test_every_answer_forbids_foreign_scripts_and_frames(closed: Site, path: str) -> None:
    headers = closed.client().get(path).headers
    assert "script-src 'self';" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


def test_no_page_carries_a_script_or_style_in_its_text(closed: Site) -> None:
    client = closed.client()
    pad = client.post("/pads", data={"players": "2"}).headers["location"]
    for path in ("/", pad, "/api/docs"):
        page = client.get(path).text
        assert "<style" not in page and " style=" not in page and " onclick=" not in page
        assert all(line.count("<script ") == line.count(' src="/static/js/') for line in page.splitlines()
                   if "<script" in line and "application/json" not in line)  # fmt: skip


@pytest.mark.parametrize("path", ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:x"])
def test_the_language_switch_leads_nowhere_else(closed: Site, path: str) -> None:
    answer = closed.client().post("/language", data={"language": "de", "back": path})
    assert answer.headers["location"] == "/"


@pytest.mark.parametrize("method", ["DELETE", "PUT", "TRACE"])
def test_methods_that_do_not_exist_say_so(closed: Site, method: str) -> None:
    answer = closed.client().ask(method, "/api/pads")
    assert answer.status_code == 405
    assert method in answer.json()["error"]
