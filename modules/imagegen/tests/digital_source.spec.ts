import { test } from '@japa/runner'
import exifr from 'exifr'
import sharp from 'sharp'
import { Client } from '#tests/support/client'
import { drawingBy, startImageUpstream } from '#tests/support/image_upstream'
import { sourceIn, xmpOf } from '../src/domain/digital_source.ts'
import { fetchPicture, noisy, openStage, sharedStage, upload } from './support.ts'

/**
 * Returns the chunks of a WebP (https://developers.google.com/speed/webp/docs/riff_container). Independent of the library that writes them.
 */
const chunksOf = (webp: Buffer): Map<string, Buffer> => {
  const chunks = new Map<string, Buffer>()
  for (let at = 12; at + 8 <= webp.length;) {
    const length = webp.readUInt32LE(at + 4)
    chunks.set(webp.toString('latin1', at, at + 4), webp.subarray(at + 8, at + 8 + length))
    at += 8 + length + (length % 2)
  }
  return chunks
}

const secret = 'masterpiece, a secret lamp, Steps: 20, Seed: 7'

/** A picture with the metadata that engines write, and one that claims our own mark. */
const withMetadata = async (xmp: string): Promise<Buffer> =>
  noisy(900, 900)
    .withExif({ IFD0: { ImageDescription: secret, Artist: secret } })
    .withXmp(xmp)
    .png()
    .toBuffer()

test.group('Pictures made by a machine', () => {
  test('have the mark in every width and no other metadata', async ({ assert, cleanup }) => {
    const upstream = await startImageUpstream()
    const { server } = await openStage(drawingBy(upstream))
    cleanup(async () => {
      await server.stop()
      upstream.close()
    })
    const drawn = await withMetadata(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${secret}</x:xmpmeta>`)
    upstream.answer = (call) => call.draw(drawn)
    const client = await new Client(server.url).register()
    const { body } = await client.post('/api/generate-image', { prompt: 'A lamp' })
    for (const query of ['', '?w=96', '?w=384']) {
      const { status, bytes } = await fetchPicture(server, body.imageUrl + query)
      assert.equal(status, 200)
      const chunks = chunksOf(bytes)
      assert.sameMembers([...chunks.keys()], ['VP8X', 'VP8 ', 'XMP '])
      const xmp = chunks.get('XMP ')!.toString()
      assert.equal(xmp, xmpOf('trainedAlgorithmicMedia'))
      assert.include(
        xmp,
        'Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia"'
      )
      assert.notInclude(bytes.toString('latin1'), 'lamp')
      // exifr reads no WebP, so it gets the packet in a JPEG.
      const read = await exifr.parse(await sharp(bytes).keepXmp().jpeg().toBuffer(), { xmp: true, mergeOutput: false })
      assert.equal(
        read.Iptc4xmpExt.DigitalSourceType,
        'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'
      )
    }
  })

  test('are recognized only by a packet of ours', ({ assert }) => {
    const packet = xmpOf('algorithmicMedia')
    assert.equal(sourceIn(packet), 'algorithmicMedia')
    for (const other of [undefined, '', `${packet} `, packet.replace('algorithmic', 'digitalCreation')])
      assert.isNull(sourceIn(other))
  })
})

test.group('Uploads', () => {
  test('never have the mark, even if the file claims it', async ({ assert }) => {
    const { server } = await sharedStage()
    const client = await new Client(server.url).register()
    const { body } = await upload(client, await withMetadata(xmpOf('trainedAlgorithmicMedia')))
    for (const query of ['', '?w=96']) {
      const { bytes } = await fetchPicture(server, body.url + query)
      assert.isUndefined((await sharp(bytes).metadata()).xmp)
      assert.isFalse(chunksOf(bytes).has('XMP '))
    }
  })
})
