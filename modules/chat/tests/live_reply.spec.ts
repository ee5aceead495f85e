import { test } from '@japa/runner'
import { AdjustableTimers } from '#plugins/contract/adjustable_timers'
import type { StreamListener } from '#modules/realtime/index'
import type { Message } from '../api.ts'
import { replyFrames } from '../http/reply_frames.ts'
import { ReplyHub } from '../replies/run/reply_hub.ts'
import type { EndedReply } from '../replies/run/reply_listener.ts'

const identity = (userMessage: Message | null = null) => ({
  id: 'r',
  chatSessionId: 's',
  messageId: 'm',
  userId: 'u',
  characterId: 'c',
  kind: 'reply' as const,
  userMessage,
  speaker: null,
})

const hello = { content: 'Hello?' } as Message

const stopped: EndedReply = { state: 'stopped', errorCode: 'stopped', message: null, draft: null }

/** A listener that can be slow or disconnect. */
class TestListener implements StreamListener {
  frames: string[] = []
  isFull = false
  isGone = false
  isEnded = false
  #callbacks: (() => void)[] = []
  write(frame: string) {
    this.frames.push(frame)
  }
  end(lastFrame?: string) {
    if (lastFrame !== undefined) this.write(lastFrame)
    this.isEnded = true
  }
  onGone(callback: () => void) {
    if (this.isGone) callback()
    else this.#callbacks.push(callback)
  }
  disconnect() {
    this.isGone = true
    for (const callback of this.#callbacks) callback()
  }
  get chunks(): string[] {
    return this.frames
      .filter((frame) => frame.includes('"aiChunk"'))
      .map((frame) => JSON.parse(frame.slice('data: '.length)).content)
  }
}

/** Opens a reply. `append` adds text and lets time pass until it is sent. */
const open = (userMessage: Message | null = null) => {
  const timers = new AdjustableTimers()
  const live = new ReplyHub(timers).open(identity(userMessage))
  const append = async (text: string) => {
    live.append(text)
    await timers.advance(1_000)
  }
  return { live, append }
}

test.group('A live reply', () => {
  test('writes to fast listeners before slow ones', async ({ assert }) => {
    const { live, append } = open()
    const order: string[] = []
    const [slow, fast] = [new TestListener(), new TestListener()]
    slow.write = () => void order.push('slow')
    fast.write = () => void order.push('fast')
    live.join(replyFrames(slow))
    live.join(replyFrames(fast))
    slow.isFull = true
    await append('Once')
    slow.isFull = false
    await append(' upon')
    assert.deepEqual(order, ['fast', 'fast', 'slow'])
    slow.isFull = true
    await append(' a time')
    live.finish(stopped)
    assert.deepEqual(order.slice(3), ['fast', 'fast', 'slow', 'slow'])
  })

  test('sends the first piece at once and later ones together, in the same frame to all listeners', async ({
    assert,
  }) => {
    const { live, append } = open(hello)
    const listeners = Array.from({ length: 50 }, () => new TestListener())
    for (const listener of listeners) live.join(replyFrames(listener))
    live.append('Once')
    assert.deepEqual(listeners[0]!.chunks, ['Once'])
    live.append(' upon')
    await append(' a')
    live.append(' time')
    live.append('.')
    live.finish(stopped)
    await append('')
    for (const listener of listeners) {
      assert.deepEqual(listener.frames, listeners[0]!.frames)
      assert.deepEqual(listener.chunks, ['Once', ' upon a', ' time', '.'])
      assert.include(listener.frames[0], '"userMessage"')
      assert.include(listener.frames.at(-1), '"code":"stopped"')
      assert.isTrue(listener.isEnded)
    }
    await live.finished
  })

  test('sends a late listener the text so far in one frame, then the rest, whenever it joins', async ({ assert }) => {
    const words = Array.from({ length: 30 }, (_, index) => `word${index} `)
    for (let moment = 0; moment <= words.length; moment++) {
      const live = new ReplyHub(new AdjustableTimers()).open(identity(hello))
      const [early, late] = [new TestListener(), new TestListener()]
      live.join(replyFrames(early))
      for (const [index, word] of words.entries()) {
        if (index === moment) live.join(replyFrames(late))
        live.append(word)
      }
      if (moment === words.length) live.join(replyFrames(late))
      live.finish(stopped)
      assert.equal(early.chunks.join(''), words.join(''))
      assert.equal(late.chunks.join(''), words.join(''), `joined at ${moment}`)
      assert.include(late.frames[0], '"userMessage"')
    }
  })

  test('buffers nothing for a slow listener, and sends it what it missed in one frame', async ({ assert }) => {
    const { live, append } = open()
    const [quick, slow] = [new TestListener(), new TestListener()]
    live.join(replyFrames(quick))
    live.join(replyFrames(slow))
    await append('a')
    slow.isFull = true
    for (let index = 0; index < 1_000; index++) {
      await append('b')
    }
    assert.deepEqual(slow.chunks, ['a'])
    slow.isFull = false
    await append('c')
    assert.deepEqual(slow.chunks, ['a', `${'b'.repeat(1_000)}c`])
    assert.equal(slow.chunks.join(''), quick.chunks.join(''))
    await append('d')
    assert.equal(slow.chunks.at(-1), 'd')
  })

  test('sends a slow listener what it missed before the last frame', async ({ assert }) => {
    const live = new ReplyHub(new AdjustableTimers()).open(identity())
    const slow = new TestListener()
    live.join(replyFrames(slow))
    slow.isFull = true
    live.append('missed')
    live.finish(stopped)
    assert.deepEqual(slow.chunks, ['missed'])
    assert.include(slow.frames.at(-1), '"code":"stopped"')
  })

  test('continues when a listener disconnects, and writes no more to it', async ({ assert }) => {
    const { live, append } = open()
    const [leaving, staying] = [new TestListener(), new TestListener()]
    live.join(replyFrames(leaving))
    live.join(replyFrames(staying))
    await append('a')
    leaving.disconnect()
    await append('b')
    live.finish(stopped)
    assert.deepEqual(leaving.chunks, ['a'])
    assert.isFalse(leaving.isEnded)
    assert.equal(staying.chunks.join(''), 'ab')
    assert.equal(live.text, 'ab')
  })

  test('keeps the first reason for an early end', ({ assert }) => {
    const live = new ReplyHub(new AdjustableTimers()).open(identity())
    live.end('stopped')
    live.end('timeout')
    assert.equal(live.earlyEnd, 'stopped')
    assert.isTrue(live.signal.aborted)
  })
})
