// SPDX-License-Identifier: Apache-2.0
// Messages on the LWC Hardware API in shares, the same in all lanes but for their secrets and shares. See `verify/gates/messages.py`,
// which writes the file that is read here.
#pragma once

#include "lanes.h"

// A word that is offered: its bits are `value`, and a secret or what the core has sent before is added.
struct Offer {
    int secret, echo, plain, wait;  // numbers, or -1; `plain`: it is in share 0, the others are 0; offered once so many words have left
    std::vector<int> value;
};

struct Channel {
    int valid, ready, data;  // input port; net; input port
    std::vector<Offer> words;
    size_t place = 0;
    bool shown = false;
};

class Messages {
  public:
    Messages(Simulation& lanes, const char* path) : lanes_(lanes) {
        std::ifstream in(path);
        in >> shares_;
        int count;
        in >> count;
        for (int n = 0; n < count; n++) channels_.push_back(channel(in));
        in >> output_valid_;
        output_ = list(in);
        in >> random_.valid >> random_.ready >> random_.data >> zeros_;
        pauses_ = list(in);
        if (!in) std::fprintf(stderr, "%s: damaged\n", path), std::exit(2);
    }

    // Of a trace.
    void begin() {
        left_.clear(), cycles_.clear(), taken_ = 0;
        random_.shown = false;
        for (auto& channel : channels_) channel.place = 0, channel.shown = false;
    }

    // What is on the ports in this cycle; the first one is a reset.
    void before(int cycle) {
        if (!cycle) return;
        for (auto& channel : channels_) offer(channel);
        if (random_.shown) return;
        random_.shown = !pauses_[size_t(cycle) % pauses_.size()];
        hold(random_.valid, {random_.shown ? ~V{} : V{}});
        auto& port = lanes_.netlist().inputs[size_t(random_.data)];
        for (size_t bit = 0; bit < port.nets.size(); bit++)
            lanes_.hold(size_t(random_.data), bit, random_.shown && !zeros_ ? lanes_.random() : V{});
    }

    // What was taken, and what was given.
    void after(int cycle) {
        if (!cycle) return;
        for (auto& channel : channels_)
            if (channel.shown && same(channel.ready)) channel.place++, channel.shown = false;
        if (random_.shown && same(random_.ready)) random_.shown = false, taken_++;
        if (!same(output_valid_)) return;
        std::vector<V> word;
        for (int net : output_) word.push_back(lanes_.value(net));
        left_.push_back(word), cycles_.push_back(cycle);
    }

    bool uniform() const { return uniform_; }
    long taken() const { return taken_; }
    const std::vector<int>& cycles() const { return cycles_; }
    // The words that left, their shares added up.
    std::vector<std::vector<V>> words() const {
        std::vector<std::vector<V>> found;
        for (auto& word : left_) {
            const size_t width = word.size() / size_t(shares_);
            found.emplace_back(width);
            for (size_t bit = 0; bit < word.size(); bit++) found.back()[bit % width] ^= word[bit];
        }
        return found;
    }

  private:
    static Channel channel(std::istream& in) {
        Channel found;
        int count;
        in >> found.valid >> found.ready >> found.data >> count;
        for (int n = 0; n < count; n++) {
            Offer word;
            in >> word.secret >> word.echo >> word.plain >> word.wait;
            word.value = list(in);
            found.words.push_back(word);
        }
        return found;
    }

    // A word that is not taken stays; after the last one the data stays as it is, and is not valid.
    void offer(Channel& channel) {
        if (channel.shown) return;
        channel.shown = channel.place < channel.words.size() && left_.size() >= size_t(channel.words[channel.place].wait);
        hold(channel.valid, {channel.shown ? ~V{} : V{}});
        if (channel.shown) hold(channel.data, bits(channel.words[channel.place]));
    }

    // Of the port, share 0 at the top.
    std::vector<V> bits(const Offer& word) {
        const size_t width = word.value.size(), top = width * size_t(shares_ - 1);
        std::vector<V> found = word.echo >= 0 ? left_.at(size_t(word.echo)) : std::vector<V>(width * size_t(shares_));
        for (size_t bit = 0; bit < top && word.echo < 0 && !word.plain; bit++) {
            found[bit] = lanes_.random();
            found[top + bit % width] ^= found[bit];
        }
        for (size_t bit = 0; bit < width; bit++) {
            if (word.value[bit]) found[top + bit] ^= ~V{};
            if (word.secret >= 0) found[top + bit] ^= lanes_.secrets()[size_t(word.secret)][bit];
        }
        return found;
    }

    void hold(int port, const std::vector<V>& values) {
        for (size_t bit = 0; bit < values.size(); bit++) lanes_.hold(size_t(port), bit, values[bit]);
    }

    // What all lanes have on a net; if they differ, the first of them, and the messages are not those that were meant.
    bool same(int net) {
        const int64_t count = ones(lanes_.value(net));
        uniform_ = uniform_ && count % LANES == 0;
        return lanes_.value(net)[0] & 1;
    }

    Simulation& lanes_;
    int shares_ = 1, output_valid_ = 0, zeros_ = 0;
    std::vector<Channel> channels_;
    std::vector<int> output_, pauses_;
    Channel random_;
    std::vector<std::vector<V>> left_;
    std::vector<int> cycles_;
    long taken_ = 0;
    bool uniform_ = true;
};
