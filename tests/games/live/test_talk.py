"""Talk at a table and in its gallery: who hears it, who may say what, and what can be reported."""

from contextlib import AsyncExitStack

import pytest
from asgiref.sync import sync_to_async

from games.models import Report, Words
from games.selectors.matches import WORDS_LIMIT, words_of_many_after
from tests.games.builders import people, playing_table
from tests.games.live.client import TableClient
from tests.games.live.play import build, one_move, play, seated
from tests.players.builders import player

pytestmark = pytest.mark.django_db(transaction=True)


async def test_talk_reaches_everyone_and_the_gallery_stays_apart():
    players = await build(3)
    match = await play(players, "solo-3")
    fan = await sync_to_async(player)("Fan")
    async with AsyncExitStack() as stack:
        clients = await seated(stack, match, players)
        watcher = await stack.enter_async_context(TableClient(match, fan))
        await watcher.until_seq(0)
        await watcher.say(type="say", text="what a hand")
        assert (await watcher.until("said"))["room"] == "gallery"
        await clients[0].say(type="say", text="good <b>evening</b>")
        for client in clients:
            said = await client.until("said")
            assert (said["room"], said["seat"], said["text"]) == ("table", 0, "good <b>evening</b>")
        assert not any("what a hand" in frame for client in clients for frame in client.frames)
        while not clients[0].state["result"]:
            await one_move(clients)
        for client in clients:
            await client.say(type="ping")
            await client.until("pong")
            assert sum("what a hand" in frame for frame in client.frames) == 1


async def test_partners_have_preset_phrases_only():
    players = await build(4)
    match = await play(players, "pairs-4")
    async with TableClient(match, players[0]) as client:
        await client.until_seq(0)
        await client.say(type="say", text="I hold the joker")
        assert (await client.until("refused"))["code"] == "quiet"
        await client.say(type="emote", emote="thanks")
        assert (await client.until("said"))["emote"] == "thanks"


@pytest.mark.parametrize(
    ("language", "begins"), [("pt-br", "Enquanto há cartas"), ("it", "Finché"), ("", "While cards")]
)
async def test_a_refusal_is_in_the_language_of_its_reader(language, begins):
    players = await build(4)
    players[0].language = language
    await players[0].asave()
    match = await play(players, "pairs-4")
    async with TableClient(match, players[0]) as client:
        await client.until_seq(0)
        await client.say(type="say", text="I hold the joker")
        assert (await client.until("refused"))["reason"].startswith(begins)


async def test_what_nobody_can_see_is_not_said_and_nothing_turns_a_line_around():
    players = await build(3)
    match = await play(players, "solo-3")
    async with TableClient(match, players[0]) as client:
        await client.until_seq(0)
        await client.say(type="say", text="\u200b\u2060\u3164")
        assert (await client.until("refused"))["reason"] == "There is nothing to say in that."
        await client.say(type="say", text="well \u202edeyalp")
        assert (await client.until("said"))["text"] == "well deyalp"


async def test_what_was_said_can_be_reported_once_by_whoever_heard_it():
    players = await build(3)
    match = await play(players, "solo-3")
    rude = await Words.objects.acreate(match=match, player=players[1], room="table", text="rude")
    unheard = await Words.objects.acreate(match=match, player=players[1], room="gallery", text="unheard")
    async with TableClient(match, players[0]) as client:
        await client.until_seq(0)
        for _ in range(2):
            await client.say(type="report", words=rude.pk)
            await client.until("reported", words=rude.pk)
        for unknown in (unheard.pk, rude.pk + 1000):
            await client.say(type="report", words=unknown)
            assert (await client.until("refused"))["code"] == "quiet"
    report = await Report.objects.select_related("words", "reporter").aget()
    assert (report.words, report.reporter) == (rude, players[0])


async def test_a_passer_by_is_told_that_they_cannot_talk_and_says_nothing():
    match = await play(await build(3), "solo-3")
    async with TableClient(match) as watcher:
        assert (await watcher.until("hello"))["signed_in"] is False
        await watcher.say(type="say", text="hello")
        await watcher.say(type="ping")
        await watcher.until("pong")
    assert not await Words.objects.aexists()


def test_whoever_comes_late_reads_the_newest_words_of_each_table():
    ada, bea, cleo = people(3)
    tables = [playing_table([ada, bea, cleo], "solo-3") for _ in range(2)]
    first, second = (
        Words.objects.bulk_create(
            Words(match=match, player=ada, room="table", text=str(number)) for number in range(WORDS_LIMIT + 5)
        )
        for match in tables
    )
    asked = [(tables[0].pk, 0), (tables[1].pk, second[-3].pk), (tables[0].pk, first[-1].pk)]
    assert words_of_many_after(asked) == [first[5:], second[-2:], []]
