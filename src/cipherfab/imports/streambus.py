# SPDX-License-Identifier: Apache-2.0
"""The bus of the LWC Hardware API around a core with streams of its own (`streams`), with the
pre-processor and the post-processor of our own cores.
"""

from amaranth.hdl import Cat, Const, Module, Mux, ResetInserter, ResetSignal, Signal
from amaranth.lib.wiring import connect

from ..controllers.ports import Announcement, Phase
from ..lwc.needs import Needs
from ..lwc.postprocessor import PostProcessor
from ..lwc.preprocessor import PreProcessor
from .streamasked import StreamAsked
from .streamfeed import StreamFeed
from .streamkey import StreamKey
from .streamports import StreamPorts
from .streamwide import SplitWords, WideWords

MOST_OWED = 255
"""Words of text that a core with ``late`` answers may owe; then it gets none until it has answered.
"""


class StreamBus(StreamPorts):
    """The bus side. A message that breaks the protocol is answered as by our own cores; the core is
    then reset, and the next message needs a new key, since the core has lost its own.
    """

    def elaborate(self, platform):
        m = Module()
        table, aead, digest = self.streams.table, self.aead, self.digest
        # The two processors are those of our own cores, so the protocol is the same to a user of
        # either kind.
        needs = Needs(
            width=self.bus,
            nonce_bytes=aead.nonce_bytes,
            tag_bytes=aead.tag_bytes,
            block_bytes=aead.block_bytes,
            ad_step=aead.ad_step,
            decrypts=table.aead.decrypts,
            hash_block_bytes=digest.block_bytes if digest else None,
            digest_bytes=digest.digest_bytes if digest else None,
            outputs=bool(self.xofs),
            customization_bytes=max((xof.most_customization_bytes for xof in self.xofs), default=0),
        )
        m.submodules.pre = self.pre = pre = PreProcessor(needs)
        m.submodules.post = self.post = post = PostProcessor(needs)
        m.submodules.key = self.key = StreamKey(
            width=self.bus, key_bytes=aead.key_bytes, at_start=table.mode is not None
        )
        self.gone = Signal(name="message_is_given_up")
        self.feed = StreamFeed(self.width)
        # What is left of a message that is given up must not reach the next one.
        m.submodules.feed = ResetInserter(self.gone)(self.feed)
        m.d.sync += self.gone.eq(pre.control.abort)
        connect(m, pre.header, post.header)
        m.d.comb += [
            # The exclusive or inverts the reset for a core whose reset is active at 0.
            self.core_reset.eq((ResetSignal() | self.gone) ^ (self.reset_level == 0)),
            post.failure.eq(pre.failure & self.gone),
            pre.failed.eq(post.failed),
            pre.finished.eq(post.status.accepted),
        ]
        self.squeezes = Signal(name="squeezes")
        self._bus(m)
        self._asked(m)
        self._widths(m)
        self._key(m)
        self._message(m)
        return m

    def _bus(self, m: Module) -> None:
        pre, post, key = self.pre, self.post, self.key
        m.d.comb += [
            pre.pdi.data.eq(self.pdi_data),
            pre.pdi.valid.eq(self.pdi_valid),
            self.pdi_ready.eq(pre.pdi.ready),
            key.sdi.data.eq(self.sdi_data),
            key.sdi.valid.eq(self.sdi_valid),
            self.sdi_ready.eq(key.sdi.ready),
            self.do_data.eq(post.do.data),
            self.do_valid.eq(post.do.valid),
            post.do.ready.eq(self.do_ready),
            self.do_last.eq(post.last),
        ]

    def _asked(self, m: Module) -> None:
        """Requests for an output of any length wait for their time; ``words`` is what goes on."""
        pre, self.words, self.asked_ends = self.pre, self.pre.words, Const(0)
        if not self.xofs:
            return
        size = pre.data.size
        m.submodules.asked = asked = StreamAsked(self.bus)
        self.words, self.asked_ends = asked.words, asked.ends
        connect(m, pre.words, asked.given)
        m.d.comb += [
            asked.asks.eq(pre.now.asks),
            asked.lone.eq(size.due & (size.word == size.count - 1) & (size.bytes == 0)),
            asked.squeezes.eq(self.squeezes),
            asked.free.eq(~self.feed.full),
        ]

    def _widths(self, m: Module) -> None:
        """Words of the core from those of the bus, and back: ``key_words`` is the stream of the
        key, ``answers`` that of what leaves, of which the first ``parts`` words of the bus count.
        """
        key, feed, data = self.key, self.feed, self.post.data
        self.parts = Signal(range(self.width // self.bus + 1), name="parts_of_answer")
        if self.bus == self.width:
            self.key_words, self.answers, self.parts_wait = key.words, data, Const(0)
            self.key_comes = self.sdi_valid
            connect(m, self.words, feed.words)
            return
        wide, wide_key = WideWords(self.bus, self.width), WideWords(self.bus, self.width)
        m.submodules.wide = ResetInserter(self.gone)(wide)
        # Of a key that is replaced nothing stays.
        m.submodules.wide_key = ResetInserter(self.gone | key.loaded)(wide_key)
        m.submodules.split = split = SplitWords(self.bus, self.width)
        self.key_words, self.answers, self.parts_wait = wide_key.words, split.given, split.waits
        self.key_comes = wide_key.words.valid
        connect(m, self.words, wide.given)
        connect(m, wide.words, feed.words)
        connect(m, split.data, data)
        m.d.comb += [
            feed.comes.eq(self.words.valid & self.words.mask.any()),
            split.count.eq(self.parts),
            wide_key.given.data.eq(key.words.data),
            wide_key.given.mask.eq(-1),
            wide_key.given.valid.eq(key.words.valid),
            key.words.ready.eq(wide_key.given.ready),
        ]

    def _key(self, m: Module) -> None:
        pre, key, words = self.pre, self.key, self.key_words
        m.d.comb += [
            key.load.eq(pre.key_load),
            pre.key_loaded.eq(key.loaded),
            pre.key_valid.eq(key.valid),
            key.lost.eq(self.gone),
            self.core_key.eq(self.ordered(words.data, "key")),
            self.core_key_valid.eq(words.valid),
            words.ready.eq(self.core_key_ready),
            self.core_key_update.eq(key.waits),
        ]

    def _message(self, m: Module) -> None:
        """From the first word of a message, or that there is none, to its status."""
        control, feed, status = self.pre.control, self.feed, self.post.status
        self.runs, self.ends_core = Signal(name="runs"), Signal(name="ends")
        self.starts, self.drops = Signal(name="starts"), Signal(name="drops")
        self._words_in(m)
        self._words_out(m)
        begins = (feed.there & (control.hash | (feed.phase == Phase.NONCE))) | feed.nothing
        has_mode = self.streams.table.mode is not None
        # A core with a mode takes its key behind the start, so it is enough that the key is there;
        # any other one has taken it before.
        key_is_there = ~self.key.waits | self.key_comes if has_mode else ~self.key.waits
        # A digest and a tag never leave at the same time, so one counter serves both.
        count = Signal(range(self._most_words()), name="words_of_result")
        last = count == Mux(
            control.hash,
            self._words(self.digest and self.digest.digest_bytes),
            self._words(self.aead.tag_bytes),
        )
        with m.FSM(name="message_state"):
            with m.State("IDLE"):
                m.d.comb += [
                    feed.idle.eq(1),
                    self.starts.eq(begins & (control.hash | key_is_there) & ~self.gone),
                ]
                with m.If(self.starts):
                    m.next = "RUN"
            with m.State("RUN"):
                m.d.comb += self.runs.eq(1)
                # With words still owed, the announcement would overtake answers that belong to the
                # text.
                done = feed.text_over & ~feed.full & ~feed.nothing & ~self.owes
                # Decryption ends with the tag that is given in, and the core then says whether it
                # is right.
                with m.If(feed.taken & (feed.phase == Phase.TAG) & feed.eot):
                    m.next = "CHECK"
                with m.Elif(done & ~control.decrypt):
                    m.next = "ANNOUNCE"
                    if self.xofs:
                        with m.If(control.output):
                            m.next = "SQUEEZE"
                self._given_up(m)
            if self.xofs:
                self._outputs(m)
            with m.State("ANNOUNCE"):
                m.d.comb += status.announce.eq(1)
                with m.If(status.announced):
                    m.next = "RESULT"
            with m.State("RESULT"):
                m.d.comb += [self.ends_core.eq(1), self.core_out_last.eq(last)]
                with m.If(self.core_out_valid & self.answers.ready):
                    m.d.sync += count.eq(Mux(last, 0, count + 1))
                    with m.If(last):
                        m.next = "DONE"
            with m.State("DONE"):
                m.d.comb += [status.done.eq(1), status.success.eq(1)]
                with m.If(status.accepted):
                    m.next = "IDLE"
            with m.State("CHECK"):
                m.d.comb += [
                    status.done.eq(self.core_auth_valid),
                    status.success.eq(self.core_auth),
                    # The core holds its answer until the status has left, so nothing here has to
                    # keep it.
                    self.core_auth_ready.eq(status.accepted),
                ]
                with m.If(status.accepted):
                    m.next = "IDLE"
                self._given_up(m)
        m.d.comb += [
            status.announcement.eq(Mux(control.hash, Announcement.DIGEST, Announcement.TAG)),
            feed.hash.eq(control.hash),
            feed.ended.eq(status.accepted),
        ]
        held = self.runs | self.ends_core | self.squeezes | self.drops
        self.tell(m, feed, control, starts=self.starts, held=held)

    def _outputs(self, m: Module) -> None:
        """An output of any length: words that are asked for, and then, dropped, the rest of a block
        whose last word the core is told to be the last one.
        """
        feed, words = self.feed, 8 * self.xofs[0].block_bytes // self.width
        place = Signal(range(max(2, words)), name="word_of_block")
        ends_block = place == words - 1
        following = Mux(ends_block, 0, place + 1)
        with m.State("SQUEEZE"):
            m.d.comb += [
                self.squeezes.eq(1),
                self.core_out_last.eq(feed.there & feed.eot & ends_block),
            ]
            with m.If(feed.taken):
                m.d.sync += place.eq(following)
                with m.If(feed.eot):
                    m.next = "DROP"
                    with m.If(ends_block):
                        m.next = "DONE"
            with m.Elif(self.asked_ends):
                m.next = "DROP"
            # The core is reset with it, so its next output begins a block.
            with m.If(self.gone):
                m.d.sync += place.eq(0)
            self._given_up(m)
        with m.State("DROP"):
            m.d.comb += [self.drops.eq(1), self.core_out_last.eq(ends_block)]
            with m.If(self.core_out_valid):
                m.d.sync += place.eq(following)
                with m.If(ends_block):
                    m.next = "DONE"

    def _given_up(self, m: Module) -> None:
        with m.If(self.gone):
            m.next = "IDLE"

    def _words(self, size: int | None) -> int:
        """The number of the last word of a result."""
        return 8 * (size or self.aead.tag_bytes) // self.width - 1

    def _most_words(self) -> int:
        digest = self.digest.digest_bytes if self.digest else 0
        return max(2, 8 * max(self.aead.tag_bytes, digest) // self.width)

    def _words_in(self, m: Module) -> None:
        """Words to the core. A word of text is taken together with its answer, unless that is
        ``late``.
        """
        feed, late = self.feed, self.streams.table.output.late
        is_text = (feed.phase == Phase.MESSAGE) & ~self.pre.control.hash
        self.gives = Signal(name="word_is_answered")
        empty_word = feed.nothing & int(self.streams.empty_word)
        # A core with a mode takes its key behind the start, so its words need not be held back for
        # that.
        waits_for_key = Const(0) if self.streams.table.mode else self.key.waits
        self.owed = Signal(range(MOST_OWED + 1), name="words_owed")
        self.owes = (self.owed != 0) if late else Const(0)
        room = ~is_text | (self.owed != MOST_OWED if late else Const(1))
        answered = Const(1) if late else ~is_text | (self.core_out_valid & self.answers.ready)
        m.d.comb += [
            self.gives.eq(feed.there & ((self.runs & is_text) | self.squeezes)),
            self.core_valid.eq(self.runs & ~waits_for_key & room & (feed.there | empty_word)),
            feed.taken.eq(
                (self.core_valid & feed.there & self.core_ready & answered)
                | (self.squeezes & feed.there & self.core_out_valid & self.answers.ready)
            ),
            feed.begun.eq(
                feed.nothing
                & (self.core_valid & self.core_ready if self.streams.empty_word else self.starts)
            ),
        ]
        if late:
            enters = feed.taken & is_text
            # Words of a tag are answers that nobody owes.
            leaves = self.answers.valid & self.answers.ready & ~self.ends_core
            m.d.sync += self.owed.eq(Mux(self.gone, 0, self.owed + enters - leaves))

    def _words_out(self, m: Module) -> None:
        """Words from the core to DO, bytes that are none cleared."""
        table, feed, post = self.streams.table, self.feed, self.post
        late = table.output.late
        # A core without a port for its bytes answers a word with as many as that has.
        mask = self.ordered(self.core_out_bytes, "output") if table.output.bytes else feed.mask
        text = self.ordered(self.core_out, "output")
        result = self.ordered(self.core_out, "tag")
        if self.xofs:
            mask, text = Mux(self.squeezes, feed.mask, mask), Mux(self.squeezes, result, text)
        kept = Cat(Mux(bit, text[8 * n : 8 * n + 8], 0) for n, bit in enumerate(mask))
        # What is owed also leaves while the tag is checked already.
        ready = self.core_ready | self.squeezes
        takes = self.owes | (self.gives & ready) if late else self.gives
        m.d.comb += [
            self.answers.valid.eq(self.core_out_valid & (takes | self.ends_core)),
            self.answers.data.eq(Mux(self.ends_core, result, kept)),
            self.parts.eq(Mux(self.ends_core, self.width // self.bus, self.parts_of(mask))),
            self.core_out_ready.eq((self.answers.ready & (takes | self.ends_core)) | self.drops),
            post.busy.eq(
                self.owes
                | self.parts_wait
                | (feed.full & (feed.phase == Phase.MESSAGE) & ~self.pre.control.hash)
                | (feed.full & self.squeezes)
                | self.ends_core
            ),
        ]
