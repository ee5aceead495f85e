import { createAvatar } from '@dicebear/core'
import * as openPeeps from '@dicebear/open-peeps'
import type { Dice } from './dice.ts'
import { mix, type Colours, type Size } from './place.ts'
import { headsOf, type Looks } from './words.ts'

const skins = ['#ffdbb4', '#f0bd8f', '#d08b5b', '#b87342', '#8a5a3f']
const cloths = ['#c8553d', '#e0a84a', '#3f8f7a', '#3f6fb5', '#7a4f9a', '#d98aa0', '#4a5a6f', '#efe6d8']
const hairs = ['#2a1d22', '#4a2c1d', '#7a4b2c', '#b5652f', '#d6b370']
const ink = '#1c1424'
const faces = ['smile', 'smile', 'calm', 'driven', 'cute', 'explaining', 'blank']
const beards = ['full', 'full2', 'chin', 'moustache6']
/** The heads with hair of another colour than the lines. All others have hair in the colour of their lines. */
const coloured = headsOf('coloured')

/** Draws a figure by Open Peeps, with the light of a place on its edge. */
export const drawFigure = (looks: Looks, dice: Dice, { width, height }: Size, { glow, near }: Colours): string => {
  const sex = looks.sex ?? (looks.beard ? 'man' : dice.pick(['woman', 'man']))
  const isOld = looks.age === 'old'
  const wanted = headsOf(looks.style ?? sex)
  const tinted = looks.hair || isOld ? wanted.filter((head) => coloured.includes(head)) : []
  const head = dice.pick(tinted.length > 0 ? tinted : wanted)
  const cloth = looks.cloth ?? dice.pick(cloths)
  const hair = looks.hair ?? (isOld ? '#c9ccd6' : dice.pick(hairs))
  const chance = sex === 'woman' ? 0 : looks.beard ? 1 : looks.style ? 0 : 0.3
  const options = {
    head,
    face: looks.face ?? (isOld ? 'old' : dice.pick(faces)),
    facialHair: looks.beard ?? dice.pick(beards),
    accessories: looks.eyewear ?? 'glasses',
    skinColor: (looks.skin ?? dice.pick(skins)).slice(1),
    clothingColor: cloth.slice(1),
    headContrastColor: hair.slice(1),
  }
  const drawn = createAvatar(openPeeps, {
    ...(Object.fromEntries(Object.entries(options).map(([part, name]) => [part, [name]])) as openPeeps.Options),
    seed: '',
    clip: false,
    facialHairProbability: dice.chance(chance) ? 100 : 0,
    accessoriesProbability: looks.eyewear ? 100 : 0,
    maskProbability: 0,
  }).toString()
  const hairInk = mix(hair, ink, looks.hair || isOld ? 0.15 : 0.75)
  const headInk = /^(hat|hijab|turban)/.test(head) ? mix(cloth, ink, 0.7) : coloured.includes(head) ? ink : hairInk
  // The figure consists of groups: the body, the head at 156 62, the face, the beard at 279 400, and eyewear.
  const figure = drawn
    .replace(/^<svg[^>]*>|<metadata.*?<\/metadata>|<\/svg>$/gs, '')
    .split(/(?=<g transform="(?:matrix|translate))/)
    .map((part) =>
      part.replaceAll('#000', part.includes(' 156 62)') ? headInk : part.includes('(279 400)') ? hairInk : ink)
    )
    .join('')
  const scale = Math.min(width / 800, height / 880)
  const above = Math.max(0, height / scale - 880) * 0.65
  const place = (x: number, y: number, svg: string) =>
    `<g transform="translate(${Math.round(width / 2 + (x - 350) * scale)} ${Math.round((y + above) * scale)}) scale(${scale.toFixed(3)})">${svg}</g>`
  return [
    place(350, 350, '<circle r="520" fill="url(#light)"/>'),
    place(9, 63, figure.replaceAll(/#[\da-f]{3,6}\b/gi, mix(glow, '#ffffff', 0.35))),
    place(0, 70, figure),
    `<defs><linearGradient id="shade" x2="0" y2="1"><stop offset=".66" stop-color="${near}" stop-opacity="0"/>`,
    `<stop offset="1" stop-color="${near}" stop-opacity=".7"/></linearGradient></defs>`,
    `<rect width="${width}" height="${height}" fill="url(#shade)"/>`,
  ].join('')
}
