// SPDX-License-Identifier: Apache-2.0
// Counts how often each net of a mapped netlist changes while 512 lanes at once are given messages of the same form.
//
// Every lane has data of its own, drawn here. All lanes run in step: that the handshake is the same in all of them is checked in
// every cycle. Toggles are counted twice: "settled", the value at the end of a cycle against that at the end of the one before,
// and "all", with every change on the way, each cell answering one step after its inputs. See `verify/gates/activity.py`, which
// writes the file that this program reads.

#include <ctime>

#include "lanes.h"

enum class Pattern { RANDOM, ZEROS, ONES, CHECKERED, ALTERNATING, STRIPED, REPEATED };  // of drawn words

enum Source { CONST = 0, DRAWN = 1, ANSWERED = 2 };

struct Word {
    int source, index, wait;  // DRAWN and ANSWERED: which word; offered once so many words have left
    std::vector<int> value, mask;
};

struct Stream {
    int valid, ready;               // input port; net
    std::vector<int> ports;         // that carry the data
    std::vector<Word> words;
    size_t place = 0;
};

struct Window {
    int words, cycles;  // it ends when so many words in all have left, or (words < 0) after so many cycles
    long count = 0, traces = 0;
    std::vector<uint64_t> settled, all, ones;
};

struct Toggles {
    uint64_t* all;
    void see(int net, const V& changed) { all[net] += uint64_t(ones(changed)); }
    void end() {}
};

struct Script {
    std::vector<Stream> streams;
    std::vector<Word> answers;      // CONST: all bits but those of the mask must be right; DRAWN: all bits
    int reset = -1, output_ready = -1, output_valid = -1;
    std::vector<int> output;
    std::vector<Window> windows;
};

static std::vector<Word> words(std::istream& in) {
    int count;
    in >> count;
    std::vector<Word> found(count);
    for (auto& word : found) {
        in >> word.source >> word.index >> word.wait;
        word.value = list(in), word.mask = list(in);
    }
    return found;
}

static Script read(std::istream& in) {
    Script script;
    int count;
    in >> script.reset >> script.output_valid >> script.output_ready;
    script.output = list(in);
    script.answers = words(in);
    in >> count;
    for (int n = 0; n < count; n++) {
        Stream stream;
        in >> stream.valid >> stream.ready;
        stream.ports = list(in), stream.words = words(in);
        script.streams.push_back(stream);
    }
    in >> count;
    for (int n = 0; n < count; n++) {
        Window window{};
        in >> window.words >> window.cycles;
        script.windows.push_back(window);
    }
    if (!in) std::fprintf(stderr, "script: damaged\n"), std::exit(2);
    return script;
}

[[noreturn]] static void fail(const char* text, long cycle) {
    std::printf("{\"error\": \"%s\", \"cycle\": %ld}\n", text, cycle);
    std::exit(0);
}

class Player {
  public:
    Player(Simulation& lanes, Script& script, Pattern pattern, bool glitches)
        : lanes_(lanes), script_(script), pattern_(pattern), glitches_(glitches) {}

    // A batch of 512 traces: reset, then all windows one after the other.
    void batch(long limit) {
        lanes_.new_traces();
        drawn_.clear(), left_.clear();
        for (auto& stream : script_.streams) stream.place = 0;      // nothing is offered while the reset is 1
        if (script_.output_ready >= 0) lanes_.hold(script_.output_ready, 0, ~V{});
        reset(~V{}), lanes_.cycle<Toggles>(1, false, nullptr), reset(V{});
        long cycle = 0;
        for (auto& window : script_.windows) {
            prepare(window);
            for (long first = cycle; !over(window, cycle - first); cycle++) {
                if (cycle > limit) fail("no end", cycle);
                step(window, cycle);
            }
            window.traces += LANES;
        }
    }

  private:
    void reset(V value) {
        if (script_.reset >= 0) lanes_.hold(script_.reset, 0, value);
    }

    void settle(std::vector<uint64_t>& all) {
        Toggles toggles{all.data()};
        lanes_.cycle(1, true, glitches_ ? &toggles : nullptr);
    }

    void prepare(Window& window) {
        size_t nets = size_t(lanes_.netlist().nets);
        for (auto* counts : {&window.settled, &window.all, &window.ones}) counts->resize(nets);
        before_.resize(nets);
        for (size_t net = 0; net < nets; net++) before_[net] = lanes_.value(int(net));
        for (auto& stream : script_.streams) offer(stream);
    }

    bool over(const Window& window, long cycles) const {
        return window.words < 0 ? cycles >= window.cycles : left_.size() >= size_t(window.words);
    }

    void step(Window& window, long cycle) {
        settle(window.all);
        uint64_t *settled = window.settled.data(), *high = window.ones.data();
        for (size_t net = 0; net < before_.size(); net++) {
            const V& value = lanes_.value(int(net));
            settled[net] += uint64_t(ones(value ^ before_[net])), high[net] += uint64_t(ones(value));
            before_[net] = value;
        }
        window.count += LANES;
        if (same(script_.output_valid, cycle)) {
            std::vector<V> word;
            for (int net : script_.output) word.push_back(lanes_.value(net));
            left_.push_back(word);
            if (!right(left_.size() - 1)) fail("a wrong answer", cycle);
        }
        for (auto& stream : script_.streams) {
            if (offered(stream) && same(stream.ready, cycle)) stream.place++;
            offer(stream);
        }
    }

    // Of a word that left: its headers and status, and plaintext that went in before.
    bool right(size_t place) {
        if (place >= script_.answers.size()) return script_.answers.empty();
        auto& expected = script_.answers[place];
        auto values = bits(expected);
        for (size_t bit = 0; bit < values.size(); bit++)
            if ((expected.source != CONST || !expected.mask[bit]) && ones(values[bit] ^ left_[place][bit])) return false;
        return true;
    }

    bool same(int net, long cycle) const {
        if (net < 0) return true;
        int64_t count = ones(lanes_.value(net));
        if (count % LANES) fail("handshake depends on data", cycle);
        return count;
    }

    bool offered(const Stream& stream) const {
        return stream.place < stream.words.size() && left_.size() >= size_t(stream.words[stream.place].wait) && stream_valid(stream);
    }

    bool stream_valid(const Stream& stream) const { return shown_.size() > index(stream) && shown_[index(stream)]; }

    size_t index(const Stream& stream) const { return size_t(&stream - script_.streams.data()); }

    // The next word, if its time has come; else nothing is valid, and the data stays as it is.
    void offer(Stream& stream) {
        shown_.resize(script_.streams.size());
        bool now = stream.place < stream.words.size() && left_.size() >= size_t(stream.words[stream.place].wait);
        shown_[index(stream)] = now;
        if (stream.valid >= 0) lanes_.hold(size_t(stream.valid), 0, now ? ~V{} : V{});
        if (!now) return;
        auto word = bits(stream.words[stream.place]);
        size_t place = 0;
        for (int port : stream.ports)
            for (size_t bit = 0; bit < lanes_.netlist().inputs[port].nets.size(); bit++)
                lanes_.hold(size_t(port), bit, word[place++]);
    }

    std::vector<V> bits(const Word& word) {
        std::vector<V> found;
        const std::vector<V>* from = word.source == DRAWN ? &drawn(word.index, word.value.size())
                                     : word.source == ANSWERED ? &left_.at(size_t(word.index)) : nullptr;
        for (size_t bit = 0; bit < word.value.size(); bit++)
            found.push_back(from && word.mask[bit] ? (*from)[bit] : word.value[bit] ? ~V{} : V{});
        return found;
    }

    const std::vector<V>& drawn(int index, size_t width) {
        while (drawn_.size() <= size_t(index)) {
            drawn_.emplace_back();
            for (size_t bit = 0; bit < width; bit++) drawn_.back().push_back(drawn_bit(drawn_.size() - 1, bit));
        }
        return drawn_[size_t(index)];
    }

    V drawn_bit(size_t word, size_t bit) {
        switch (pattern_) {
            case Pattern::ZEROS: return V{};
            case Pattern::ONES: return ~V{};
            case Pattern::CHECKERED: return bit & 1 ? ~V{} : V{};
            case Pattern::ALTERNATING: return word & 1 ? ~V{} : V{};
            case Pattern::STRIPED: return (word + bit) & 1 ? ~V{} : V{};
            case Pattern::REPEATED: if (word && bit < drawn_[0].size()) return drawn_[0][bit];
            default: return lanes_.random();
        }
    }

    Simulation& lanes_;
    Script& script_;
    Pattern pattern_;
    bool glitches_;
    std::vector<std::vector<V>> drawn_, left_;
    std::vector<V> before_;
    std::vector<bool> shown_;
};

static void print(const char* title, const std::vector<uint64_t>& counts, const char* end) {
    std::printf("\"%s\": [", title);
    for (size_t n = 0; n < counts.size(); n++) std::printf("%s%llu", n ? "," : "", (unsigned long long)counts[n]);
    std::printf("]%s", end);
}

// activity NETLIST SCRIPT SEED BATCHES LIMIT PATTERN GLITCHES: LIMIT is the most cycles that the messages of a batch may take; without
// GLITCHES (0) "all" stays 0.
int main(int argc, char** argv) {
    if (argc != 8) return std::fprintf(stderr, "expected NETLIST SCRIPT SEED BATCHES LIMIT PATTERN GLITCHES\n"), 2;
    Simulation lanes(load(argv[1]), std::strtoull(argv[3], nullptr, 10));
    std::ifstream in(argv[2]);
    Script script = read(in);
    lanes.power_up_alike();
    Player player(lanes, script, Pattern(std::atoi(argv[6])), std::atoi(argv[7]));
    for (long batch = 0; batch < std::atol(argv[4]); batch++) player.batch(std::atol(argv[5]));
    std::printf("{\"cpu_seconds\": %.6f, \"windows\": [", double(std::clock()) / CLOCKS_PER_SEC);
    for (auto& window : script.windows) {
        std::printf("%s{\"cycles\": %ld, \"traces\": %ld, ", &window == &script.windows[0] ? "" : ",\n",
                    window.count / window.traces, window.traces);
        print("settled", window.settled, ", "), print("all", window.all, ", "), print("ones", window.ones, "}");
    }
    std::printf("]}\n");
    return 0;
}
