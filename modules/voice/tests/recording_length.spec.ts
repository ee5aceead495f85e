import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { recordingBytesMax } from '#plugins/contract/voice'
import { toneMsPerUnit, toneOf } from '#plugins/kits/tone'
import { recordingSeconds } from '../src/domain/recording_length.ts'

/** Recorded by Chromium for 0.7 s. */
const recorded = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name))

const uint32 = (...values: number[]) =>
  Buffer.concat(values.map((value) => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value])))

const box = (name: string, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts)
  return Buffer.concat([uint32(body.length + 8), Buffer.from(name), body])
}

/** A page of an Ogg stream. */
const page = (samples: bigint, body: string) => {
  const header = Buffer.alloc(28)
  header.write('OggS', 'latin1')
  header.writeBigInt64LE(samples, 6)
  return Buffer.concat([header, Buffer.from(body, 'latin1')])
}

/** A cluster at this millisecond with one block. */
const cluster = (ms: number) =>
  Buffer.concat([Buffer.from('1f43b67501ffffffffffffffe784', 'hex'), uint32(ms), Buffer.from('a38481000080', 'hex')])

test.group('The length of a recording', () => {
  test('is that of Chromium’s WebM and MP4', ({ assert }) => {
    for (const [name, type] of [
      ['chromium.webm', 'audio/webm'],
      ['chromium.mp4', 'audio/mp4'],
    ] as const)
      assert.closeTo(recordingSeconds(recorded(name), type)!, 0.65, 0.1, name)
  })

  test('is the time of the last block of WebM', ({ assert }) => {
    const long = Buffer.concat([recorded('chromium.webm'), cluster(60_000), cluster(121_500)])
    assert.equal(recordingSeconds(long, 'audio/webm'), 121.5)
  })

  test('is in the header of MP4, or the sum of a fragment’s samples after its start', ({ assert }) => {
    const header = (units: number) => box('moov', box('trak', box('mdia', box('mdhd', uint32(0, 0, 0, 1_000, units)))))
    assert.equal(recordingSeconds(header(2_500), 'audio/mp4'), 2.5)
    const fragment = (...samples: Buffer[]) => box('moof', box('traf', box('tfdt', uint32(0, 60_000)), ...samples))
    const own = fragment(box('tfhd', uint32(0, 1)), box('trun', uint32(0x101, 2, 0, 500, 700)))
    assert.equal(recordingSeconds(Buffer.concat([header(0), own]), 'audio/mp4'), 61.2)
    const usual = fragment(box('tfhd', uint32(8, 1, 20)), box('trun', uint32(0, 50)))
    assert.equal(recordingSeconds(Buffer.concat([header(0), usual]), 'audio/mp4'), 61)
  })

  test('is the position of the last page of Ogg', ({ assert }) => {
    const opus = Buffer.concat([page(0n, 'OpusHead'), page(-1n, ''), page(96_000n, 'sound')])
    assert.equal(recordingSeconds(opus, 'audio/ogg'), 2)
    const rate = Buffer.from(uint32(16_000)).reverse().toString('latin1')
    const vorbis = Buffer.concat([page(0n, `\x01vorbis\0\0\0\0\x01${rate}`), page(32_000n, 'sound')])
    assert.equal(recordingSeconds(vorbis, 'audio/ogg'), 2)
  })

  test('is that of the samples of WAV, also without a declared length', ({ assert }) => {
    const tone = Buffer.from(toneOf('Good evening.'))
    const seconds = (13 * toneMsPerUnit) / 1_000 + 0.1
    assert.closeTo(recordingSeconds(tone, 'audio/wav')!, seconds, 0.01)
    for (const length of [0, 0xff_ff_ff_ff]) {
      tone.writeUInt32LE(length, 40)
      assert.closeTo(recordingSeconds(tone, 'audio/wav')!, seconds, 0.01)
    }
  })

  test('is null for other formats, and for what is cut or damaged', ({ assert }) => {
    assert.isNull(recordingSeconds(Buffer.from('ID3'), 'audio/mpeg'))
    assert.isNull(recordingSeconds(Buffer.from('fLaC'), 'audio/flac'))
    const webm = recorded('chromium.webm')
    assert.isNull(recordingSeconds(webm.subarray(0, webm.length - 3 - webm.length / 2), 'audio/wav'))
    assert.isNull(recordingSeconds(Buffer.from('1a45dfa300', 'hex'), 'audio/webm'))
    assert.isNull(recordingSeconds(uint32(1, 0), 'audio/mp4'))
    assert.isNull(recordingSeconds(Buffer.from('OggS\x01'), 'audio/ogg'))
    assert.isNull(recordingSeconds(Buffer.from('RIFF1234WAVE'), 'audio/wav'))
  })

  test('is not sought in the largest recordings of countless parts', ({ assert }) => {
    const parts = (part: string, head = '') => {
      const bytes = Buffer.alloc(recordingBytesMax, Buffer.from(part, 'hex'))
      bytes.write(head, 'latin1')
      return bytes
    }
    assert.isNull(recordingSeconds(parts('ec80'), 'audio/webm'))
    assert.isNull(recordingSeconds(parts('0000000866726565'), 'audio/mp4'))
    assert.isNull(recordingSeconds(parts('00', 'RIFF    WAVE'), 'audio/wav'))
    assert.isNull(recordingSeconds(parts('00', 'OggS\x01'), 'audio/ogg'))
  })
})
