"""Nothing secret leaves the server while a match runs: everything that is sent, shown or logged is searched."""

import asyncio
import json
import re
from contextlib import AsyncExitStack
from threading import Event, Thread

import pytest
from asgiref.sync import sync_to_async
from django.db import connection, transaction
from django.test import Client

from games.engine.clock import By
from games.engine.pot_de_vin.cards import CARD_NAMES
from games.models import Match
from games.selectors.matches import match_by_key, match_running
from games.services.announcements import MATCHES_GROUP, MATCHES_LAYER
from games.services.clocks import now_in_milliseconds
from games.services.moves import Proposal, moves_commit
from tests.games.builders import people, playing_table
from tests.games.live.client import TableClient
from tests.games.live.play import one_move, seated
from tests.layers import TIMEOUT_SECONDS, GroupListener, group_listener
from tests.players.builders import player

pytestmark = pytest.mark.django_db(transaction=True)
play = sync_to_async(playing_table)
build = sync_to_async(people)


def names_in(value: object) -> set[str]:
    """Every card that is named anywhere in a message, but for the table of what stands on which card."""
    if isinstance(value, dict):
        return set().union(*(names_in(part) for key, part in value.items() if key != "cards"))
    if isinstance(value, list | tuple):
        return set().union(*map(names_in, value))
    if isinstance(value, str):
        return set(re.findall(r"\b[AEPU]\d+\b", value))  # also where a text is a part of a message
    return set()


def hidden_from(match: Match, seat: int | None) -> set[str]:
    """Cards that this seat cannot know: other hands, and what lies face down and was never seen."""
    running = match_running(match_by_key(match.key))
    state, views = running.state, running.game.views(running.state, running.seats)
    hands = {card for other, view in enumerate(views) if other != seat for card in view["hand"]}
    own_discard = views[seat]["discarded"] if seat is not None else None
    face_down = {CARD_NAMES[card] for card in state.pile[state.round :]} - {own_discard}
    others_discards = {view["discarded"] for view in views if view["seat"] != seat} if not state.round else set()
    return hands | face_down | others_discards - {None}


async def heard_of_a_move(listener: GroupListener) -> list[dict[str, object]]:
    """Return what crosses the bus, until a move has been announced."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not any(change[0] == "moves" for message in listener.heard for change in message["changes"]):
            await asyncio.sleep(0.005)
    heard, listener.heard = listener.heard, []
    return heard


@pytest.mark.parametrize("mode", ["pairs-6", "solo-3"])
async def test_no_frame_of_a_whole_game_holds_a_card_that_its_reader_cannot_know(mode):
    players = await build(6 if mode == "pairs-6" else 3)
    match = await play(players, mode)
    async with AsyncExitStack() as stack:
        clients = await seated(stack, match, players)
        watcher = await stack.enter_async_context(TableClient(match))
        await watcher.until_seq(0)
        listener = await stack.enter_async_context(group_listener(MATCHES_LAYER, MATCHES_GROUP))
        everyone, seq = [*clients, watcher], 0
        while True:
            for client in everyone:
                hidden = await sync_to_async(hidden_from)(match, client.hello["seat"])
                for frame in client.frames:
                    assert not names_in(json.loads(frame)) & hidden
                client.frames.clear()
            if clients[0].state["result"]:
                break
            seq = await one_move(clients)
            await watcher.until_seq(seq)
            hidden = await sync_to_async(hidden_from)(match, None)
            assert not names_in(await heard_of_a_move(listener)) & hidden
    assert seq > 20


async def test_no_page_of_a_running_match_holds_its_seed_secret_or_moves(capfd):
    players = await build(3)
    match = await play(players, "solo-3")
    staff = await sync_to_async(player)("Warden", is_staff=True, is_superuser=True)
    async with AsyncExitStack() as stack:
        clients = await seated(stack, match, players)
        await one_move(clients)
    for who in (players[0], staff, None):
        pages = await sync_to_async(pages_of)(match, who)
        for address, (status, body) in pages.items():
            for secret in (bytes(match.secret), bytes(match.seed)):
                assert secret.hex() not in body, address
                assert str(secret) not in body, address
            assert status == 200 or address.endswith(".json"), address
        assert {status for address, (status, _) in pages.items() if address.endswith(".json")} == {404}
    logged = capfd.readouterr()
    assert bytes(match.seed).hex() not in logged.out + logged.err


def pages_of(match: Match, who) -> dict[str, tuple[int, str]]:
    client = Client()
    if who:
        client.force_login(who)
    addresses = [
        "/tables/",
        f"/tables/{match.key}/",
        f"/tables/{match.key}/record.json",
        f"/tables/{match.key}/replay.json",
    ]
    if who and who.is_staff:
        addresses += ["/admin/games/match/", f"/admin/games/match/{match.pk}/change/"]
    answers = {address: client.get(address) for address in addresses}
    return {address: (answer.status_code, answer.content.decode()) for address, answer in answers.items()}


def test_record_replay_and_page_at_the_very_moment_of_the_last_move():
    """While its transaction is open the match still runs for everybody; once it is committed, everything is there."""
    match = playing_table(people(3), "solo-3")
    last = played_up_to_the_last_move(match)
    is_stored, may_commit = Event(), Event()

    def store() -> None:
        with transaction.atomic():
            assert moves_commit([last]) == {match.pk}
            is_stored.set()
            may_commit.wait(20)
        connection.close()

    storing = Thread(target=store)
    storing.start()
    assert is_stored.wait(20)
    for who in (None, match.seats.first().player):
        page, record, replay = jsons_last(pages_of(match, who))
        assert (page[0], record[0], replay[0]) == (200, 404, 404)
        assert bytes(match.seed).hex() not in page[1]
        assert "record.json" not in page[1]
    may_commit.set()
    storing.join()
    page, record, replay = jsons_last(pages_of(match, None))
    assert (page[0], record[0], replay[0]) == (200, 200, 200)
    assert "record.json" in page[1]
    document = json.loads(record[1])
    assert document["seed"] == bytes(match.seed).hex()
    assert len(document["events"]) == last.step.move.seq
    assert document["events"][-1]["action"] == last.step.move.action
    assert document["result"] == last.step.result
    assert json.loads(replay[1])["states"][-1]["result"] == last.step.result


def played_up_to_the_last_move(match: Match) -> Proposal:
    """Every move but the last; that one."""
    while True:
        running = match_running(match_by_key(match.key))
        seat = running.game.to_act(running.state)[0]
        action = running.game.write(running.game.legal(running.state, seat)[0])
        proposal = Proposal(match.pk, running.step(seat, action, By.PLAYER, now_in_milliseconds()))
        if proposal.step.result:
            return proposal
        assert moves_commit([proposal])


def jsons_last(pages: dict[str, tuple[int, str]]) -> list[tuple[int, str]]:
    """The page of the table, its record and its replay."""
    return [one for address, one in pages.items() if address != "/tables/" and "admin" not in address]


@pytest.mark.parametrize("lookup", ["seed__startswith", "secret__contains", "events__action", "seats__contribution"])
def test_organisers_cannot_guess_by_filtering(client, lookup):
    match = playing_table(people(3), "solo-3")
    client.force_login(player("Warden", is_staff=True, is_superuser=True))
    answer = client.get("/admin/games/match/", {lookup: "a"})
    assert answer.status_code in (302, 400)
    assert match.status == "playing"
