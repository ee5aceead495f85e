import sharp from 'sharp'
import { expect, test } from 'vitest'
import { keepMark } from './keep_mark.ts'

const picture = () => sharp({ create: { width: 5, height: 3, channels: 3, background: '#246' } })
const packet = '<?xpacket begin="\ufeff"?><x:xmpmeta xmlns:x="adobe:ns:meta/"/><?xpacket end="r"?>'

test('copies the mark of a WebP into a PNG that still decodes', async () => {
  const webp = await picture().withXmp(packet).webp().toBuffer()
  const png = keepMark(webp, await picture().png().toBuffer())
  const { format, width, height, xmpAsString } = await sharp(png).metadata()
  expect([format, width, height, xmpAsString]).toEqual(['png', 5, 3, packet])
  expect(await sharp(png).raw().toBuffer()).toEqual(await picture().raw().toBuffer())
})

test('changes nothing without a mark, or for something other than a WebP', async () => {
  const png = await picture().png().toBuffer()
  for (const source of [await picture().webp().toBuffer(), png, Buffer.from('RIFF'), Buffer.alloc(0)])
    expect(Buffer.from(keepMark(source, png))).toEqual(png)
})
