import { test } from '@japa/runner'
import type { ReplyListener } from '../src/replies/live_reply.ts'
import { ReplyHub } from '../src/replies/reply_hub.ts'

const identity = (id = 'r') => ({
  id,
  chatSessionId: 's',
  messageId: 'm',
  userId: 'u',
  characterId: 'c',
  kind: 'reply' as const,
  userMessageFrame: 'data: user\n\n',
})

/** Hears frames, and can be slow or leave. */
class Ear implements ReplyListener {
  frames: string[] = []
  isFull = false
  isGone = false
  isEnded = false
  #callbacks: (() => void)[] = []
  write(frame: string) {
    this.frames.push(frame)
  }
  end() {
    this.isEnded = true
  }
  onGone(callback: () => void) {
    if (this.isGone) callback()
    else this.#callbacks.push(callback)
  }
  go() {
    this.isGone = true
    for (const callback of this.#callbacks) callback()
  }
  get chunks(): string[] {
    return this.frames
      .filter((frame) => frame.includes('"aiChunk"'))
      .map((frame) => JSON.parse(frame.slice('data: '.length)).content)
  }
}

test.group('A reply under way', () => {
  test('writes to listeners that keep up before those that lag', async ({ assert }) => {
    const live = new ReplyHub().open(identity())
    const order: string[] = []
    const [slow, fast] = [new Ear(), new Ear()]
    slow.write = () => void order.push('slow')
    fast.write = () => void order.push('fast')
    live.join(slow, [])
    live.join(fast, [])
    slow.isFull = true
    live.append('Once')
    slow.isFull = false
    live.append(' upon')
    assert.deepEqual(order, ['fast', 'fast', 'slow'])
    slow.isFull = true
    live.append(' a time')
    live.finish('end')
    assert.deepEqual(order.slice(3), ['fast', 'fast', 'slow', 'slow'])
  })

  test('sends each piece as it comes, to many listeners the very same frame', async ({ assert }) => {
    const live = new ReplyHub().open(identity())
    const ears = Array.from({ length: 50 }, () => new Ear())
    for (const ear of ears) live.join(ear, ['opening'])
    live.append('Once')
    live.append(' upon')
    live.append(' a time')
    live.finish('end')
    for (const ear of ears) {
      assert.deepEqual(ear.frames, ears[0]!.frames)
      assert.deepEqual(ear.chunks, ['Once', ' upon', ' a time'])
      assert.equal(ear.frames[0], 'opening')
      assert.equal(ear.frames.at(-1), 'end')
      assert.isTrue(ear.isEnded)
    }
    await live.over
  })

  test('gives a late listener all so far in one frame, then the rest, whatever the moment', async ({ assert }) => {
    const words = Array.from({ length: 30 }, (_, index) => `word${index} `)
    for (let moment = 0; moment <= words.length; moment++) {
      const live = new ReplyHub().open(identity())
      const [early, late] = [new Ear(), new Ear()]
      live.join(early, [])
      for (const [index, word] of words.entries()) {
        if (index === moment) live.join(late, ['opening'])
        live.append(word)
      }
      if (moment === words.length) live.join(late, ['opening'])
      live.finish('end')
      assert.equal(early.chunks.join(''), words.join(''))
      assert.equal(late.chunks.join(''), words.join(''), `joined at ${moment}`)
      assert.equal(late.frames[0], 'opening')
    }
  })

  test('buffers nothing for a slow listener, and resynchronises it in one frame', async ({ assert }) => {
    const live = new ReplyHub().open(identity())
    const [quick, slow] = [new Ear(), new Ear()]
    live.join(quick, [])
    live.join(slow, [])
    live.append('a')
    slow.isFull = true
    for (let index = 0; index < 1_000; index++) {
      live.append('b')
    }
    assert.deepEqual(slow.chunks, ['a'])
    slow.isFull = false
    live.append('c')
    assert.deepEqual(slow.chunks, ['a', `${'b'.repeat(1_000)}c`])
    assert.equal(slow.chunks.join(''), quick.chunks.join(''))
    live.append('d')
    assert.equal(slow.chunks.at(-1), 'd')
  })

  test('gives a listener that never caught up all it missed at the end, before the last frame', async ({ assert }) => {
    const live = new ReplyHub().open(identity())
    const slow = new Ear()
    live.join(slow, [])
    slow.isFull = true
    live.append('missed')
    live.finish('end')
    assert.deepEqual(slow.chunks, ['missed'])
    assert.equal(slow.frames.at(-1), 'end')
  })

  test('goes on when a listener leaves, and writes to it no more', async ({ assert }) => {
    const live = new ReplyHub().open(identity())
    const [leaving, staying] = [new Ear(), new Ear()]
    live.join(leaving, [])
    live.join(staying, [])
    live.append('a')
    leaving.go()
    live.append('b')
    live.finish('end')
    assert.deepEqual(leaving.chunks, ['a'])
    assert.isFalse(leaving.isEnded)
    assert.equal(staying.chunks.join(''), 'ab')
    assert.equal(live.text, 'ab')
  })

  test('hears the first reason to end early, and keeps it', ({ assert }) => {
    const live = new ReplyHub().open(identity())
    live.end('stopped')
    live.end('timeout')
    assert.equal(live.early, 'stopped')
    assert.isTrue(live.signal.aborted)
  })
})
