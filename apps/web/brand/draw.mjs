/**
 * Draws the icons and the social image into `apps/web/public`, from the shape of the mark, the colour tokens and `config/brand.ts`.
 * Run it with Node 24 when one of them changes:
 *
 *     node --import=@poppinss/ts-exec apps/web/brand/draw.mjs
 *
 * The files are committed, because a build has no browser to draw with.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'
import sharp from 'sharp'
import { sharedChromium } from '../../../tests/browser/support/chromium.ts'
import { brand } from '../../../config/brand.ts'
import { markFacets } from '../src/components/ui/logo_paths.ts'

const publicFolder = join(import.meta.dirname, '../public')
const tokens = readFileSync(join(import.meta.dirname, '../src/styles/tokens.css'), 'utf8')
const shade = (number) => new RegExp(`--gem-${number}: (#[0-9a-f]{6});`).exec(tokens)[1]
const { dark } = brand.themeColor

const facets = markFacets
  .map(([number, path]) => `<path fill="${shade(number)}" stroke="${shade(number)}" stroke-width=".15" d="${path}"/>`)
  .join('')
const mark = (attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" ${attributes}>${facets}</svg>`

/** The mark on a tile: `share` is the size of the mark, `corner` the radius of the tile, both relative to the side. */
const tile = (side, share, corner) => {
  const inner = (side * share) / 32
  const edge = (side * (1 - share)) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${side} ${side}">
    <defs><radialGradient id="light" cx=".62" cy=".2" r="1"><stop offset="0" stop-color="#3a1730"/><stop offset=".7" stop-color="${dark}"/></radialGradient></defs>
    <rect width="${side}" height="${side}" rx="${corner * side}" fill="url(#light)"/>
    <g transform="translate(${edge} ${edge}) scale(${inner})">${facets}</g></svg>`
}

const font = (file) => {
  const path = createRequire(import.meta.url).resolve(`@fontsource-variable/${file}`)
  return `url(data:font/woff2;base64,${readFileSync(path).toString('base64')})`
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The image of a shared link. */
const socialPage = () => `<style>
  @font-face { font-family: display; font-weight: 100 900; src: ${font('fraunces/files/fraunces-latin-opsz-normal.woff2')} }
  @font-face { font-family: text; font-weight: 100 900; src: ${font('hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2')} }
  body { margin: 0; width: 1200px; height: 630px; position: relative; overflow: hidden; color: #f5f1f6;
    background: radial-gradient(900px 700px at 78% 34%, #43162f 0, #1f0f1e 45%, ${dark} 78%); }
  .beam { position: absolute; inset: 0; opacity: .9; background:
    linear-gradient(112deg, transparent 46%, rgb(255 157 180 / .05) 46% 60%, transparent 60% 64%, rgb(255 157 180 / .035) 64% 71%, transparent 71%) }
  .stone { position: absolute; right: 56px; top: 45px; width: 540px; filter: drop-shadow(0 40px 60px rgb(0 0 0 / .5)) }
  .words { position: absolute; left: 88px; top: 0; bottom: 0; width: 560px; display: flex; flex-direction: column; justify-content: center }
  h1 { margin: 0; font: 560 156px/1 display; letter-spacing: -.035em }
  p { margin: 28px 0 0; font: 400 38px/1.3 text; color: #d9cfde }
</style><div class="beam"></div>${mark('class="stone"')}
<div class="words"><h1>${escaped(brand.name)}</h1><p>${escaped(brand.tagline)}</p></div>`

/** Packs PNGs into one .ico file. */
const icon = (pictures) => {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  pictures.forEach(({ side, png }, index) => {
    const at = 6 + 16 * index
    head.writeUInt8(side, at)
    head.writeUInt8(side, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(png.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += png.length
  })
  return Buffer.concat([head, ...pictures.map(({ png }) => png)])
}

const browser = await sharedChromium()
const page = await browser.newPage()
const shoot = async (html, width, height) => {
  await page.setViewportSize({ width, height })
  await page.setContent(html)
  await page.evaluate('document.fonts.ready')
  const png = await page.screenshot({ omitBackground: true, type: 'png' })
  return sharp(png).png({ palette: true, quality: 95, effort: 10, dither: 0.9 }).toBuffer()
}
const square = (svg, side) => shoot(`<style>body{margin:0}svg{display:block}</style>${svg}`, side, side)
const write = (name, data) => writeFileSync(join(publicFolder, name), data)

write('favicon.svg', `${mark()}\n`)
const small = []
for (const side of [16, 32]) small.push({ side, png: await square(mark(`width="${side}" height="${side}"`), side) })
write('favicon.ico', icon(small))
write('apple-touch-icon.png', await square(tile(180, 0.66, 0), 180))
for (const side of [192, 512]) write(`icon-${side}.png`, await square(tile(side, 0.66, 0.22), side))
// A launcher may crop it to a circle of 80% of the side.
write('icon-maskable-512.png', await square(tile(512, 0.52, 0), 512))
write(brand.socialImage.slice(1), await shoot(socialPage(), 1200, 630))
process.exit(0)
