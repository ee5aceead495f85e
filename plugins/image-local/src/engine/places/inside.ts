import { hex, lighter, mix } from '../colour.ts'
import { n, polygon, type Point } from '../curves.ts'
import { circle, path, stroke } from '../sheet.ts'
import { disc, indoors, motes, ridge, shafts, sky, stars, type Place } from './place.ts'

/** Draws light refracted by a cut stone, the motif of the brand. */
export const facets = (place: Place) => {
  const { sheet, palette, light } = place
  const { dice, width, height } = sheet
  indoors(place, 0.5)
  const size = 92
  const columns = Math.ceil(width / size) + 2
  const rows = Math.ceil(height / size) + 2
  const points = Array.from({ length: columns * rows }, (_, index): Point => [
    ((index % columns) - 0.5 + dice.between(-0.4, 0.4)) * size,
    (Math.floor(index / columns) - 0.5 + dice.between(-0.4, 0.4)) * size,
  ])
  const tones = ['', '', '', '', '', '']
  for (let row = 0; row < rows - 1; row++)
    for (let column = 0; column < columns - 1; column++) {
      const corner = row * columns + column
      for (const three of [
        [corner, corner + 1, corner + columns],
        [corner + 1, corner + columns + 1, corner + columns],
      ]) {
        const triangle = three.map((index) => points[index]!)
        const far = Math.hypot(triangle[0]![0] - light[0], triangle[0]![1] - light[1]) / height
        const tone = Math.floor(Math.min(0.99, Math.max(0, 1 - far + dice.between(-0.4, 0.4))) * 6)
        tones[tone] += `M${triangle.map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`).join('L')}z`
      }
    }
  for (const [tone, d] of tones.entries())
    if (d)
      sheet.add(
        path(
          d,
          hex(tone < 3 ? palette.dark : tone === 3 ? palette.second : palette.key),
          [0.5, 0.28, 0.1, 0.2, 0.28, 0.5][tone]
        )
      )
  if (dice.chance(0.55)) disc(place, height * dice.between(0.12, 0.24))
}

export const bridge = (place: Place) => {
  const { sheet, palette, light } = place
  const { dice, width, height } = sheet
  sheet.fill(hex(palette.dark))
  const [cx, cy, r] = [width / 2 + dice.between(-40, 40), height * 0.36, height * dice.between(0.42, 0.52)]
  const window: Point[] = Array.from({ length: 8 }, (_, corner) => [
    cx + Math.cos((corner + 0.5) * Math.PI * 0.25) * r * Math.max(1, width / height / 1.1),
    cy + Math.sin((corner + 0.5) * Math.PI * 0.25) * r * 0.86,
  ])
  sheet.add(
    path(
      polygon(window),
      sheet.linear(
        [
          [0, mix(palette.sky, palette.dark, 0.4)],
          [1, mix(palette.second, palette.dark, 0.5)],
        ],
        0,
        0,
        0,
        height * 0.8
      )
    )
  )
  stars(place, 60, height * 0.62)
  const planet = height * dice.between(0.18, 0.34)
  const [px, py] = [light[0], height * dice.between(0.2, 0.42)]
  sheet.glow(px, py, planet * 1.7, palette.key, 0.7)
  sheet.add(
    circle(
      px,
      py,
      planet,
      sheet.linear(
        [
          [0, lighter(palette.key, 0.12)],
          [0.4, palette.key],
          [1, mix(palette.second, palette.dark, 0.7)],
        ],
        px - planet * 0.7,
        py - planet,
        px + planet * 0.5,
        py + planet
      )
    )
  )
  const frame = hex(lighter(palette.dark, 0.05))
  sheet.add(
    `<path d="${polygon(window)}M0 0V${height}H${width}V0z" fill="${hex(lighter(palette.dark, 0.02))}" fill-rule="evenodd"/>`,
    stroke(polygon(window), frame, 12),
    stroke(polygon(window), hex(palette.second), 1.6, 0.8),
    stroke(
      `M${n(cx - r * 0.4)} 0L${n(cx - r * 0.55)} ${n(height * 0.8)}M${n(cx + r * 0.4)} 0L${n(cx + r * 0.55)} ${n(height * 0.8)}`,
      frame,
      9
    )
  )
  let lamps = ''
  for (let row = 0; row < 3; row++) lamps += `M${n(width * 0.02)} ${n(height * (0.76 + row * 0.06))}H${width}`
  sheet.add(
    `<path d="${lamps}" stroke="${hex(lighter(palette.second, 0.08))}" stroke-width="4" stroke-linecap="butt" stroke-dasharray="12 8 4 8 4 30 20 14" opacity=".55"/>`
  )
}

export const library = (place: Place) => {
  const { sheet, palette } = place
  const { dice, width, height } = sheet
  indoors(place, 0.7)
  const tones = [
    mix(palette.key, palette.dark, 0.5),
    mix(palette.second, palette.dark, 0.5),
    mix(palette.key, palette.dark, 0.72),
    mix([0.5, 0.12, 15], palette.dark, 0.55),
  ]
  let boards = ''
  for (let shelf = 0; shelf < 6; shelf++) {
    const y = height * (0.02 + shelf * 0.155)
    const tall = height * 0.12
    for (const [layer, tone] of tones.entries()) {
      const dashes = Array.from({ length: 6 }, () => Math.round(dice.between(5, 16))).map(
        (dash) => `${dash} ${Math.round(dice.between(14, 46))}`
      )
      sheet.add(
        `<path d="M${Math.round(dice.between(-30, 0))} ${n(y + tall - tall * (0.44 - layer * 0.03))}H${width}" stroke="${hex(tone)}" stroke-width="${n(tall * (0.88 - layer * 0.06))}" stroke-linecap="butt" stroke-dasharray="${dashes.join(' ')}"/>`
      )
    }
    boards += `M0 ${n(y + tall)}h${width}v${n(height * 0.02)}H0z`
  }
  for (let x = dice.between(20, 90); x < width; x += 180) boards += `M${n(x)} 0h13v${height}h-13z`
  sheet.add(path(boards, hex(palette.dark)))
  sheet.glow(place.light[0], place.light[1], height * 0.7, lighter(palette.key, 0.06), 0.6)
  if (dice.chance(0.6)) {
    const x = width - place.light[0]
    sheet.add(
      stroke(`M${n(x - 40)} 0L${n(x - 10)} ${height}M${n(x + 12)} 0L${n(x + 44)} ${height}`, hex(palette.dark), 7)
    )
  }
  motes(place, 16, [0, height], 2.2, 0.55)
}

export const stage = (place: Place) => {
  const { sheet, palette } = place
  const { dice, width, height } = sheet
  indoors(place, 0.35)
  const cloth = mix(palette.key, palette.dark, 0.55)
  for (let fold = 0; fold < width; fold += 30) {
    const wide = 30 + dice.between(0, 14)
    const middle = Math.abs(fold - width / 2) / (width / 2)
    sheet.add(
      path(
        `M${fold} 0h${n(wide)}q-8 ${height / 2} ${n(dice.between(-6, 8))} ${height}h${n(-wide)}q8-${height / 2} 0-${height}z`,
        hex(lighter(cloth, dice.between(-0.07, 0.05) - middle * 0.07))
      )
    )
  }
  const beams: [number, number][] = [
    [place.light[0], 1],
    [width - place.light[0], 0.6],
  ]
  for (const [x, strength] of beams) {
    const paint = sheet.linear(
      [
        [0, lighter(palette.key, 0.16), 0.75 * strength],
        [1, palette.key, 0.02],
      ],
      x,
      0,
      width / 2,
      height
    )
    sheet.add(path(`M${n(x - 8)}-10h16L${n(width / 2 + 150)} ${height}H${n(width / 2 - 150)}z`, paint))
  }
  sheet.glow(width / 2, height * 0.45, height * 0.45, lighter(palette.key, 0.1), 0.5)
  motes(place, 30, [0, height], 2.4, 0.6)
}

export const observatory = (place: Place) => {
  const { sheet, palette } = place
  const { dice, width, height } = sheet
  sky(place, 1, 0.35)
  sheet.glow(width * 0.4, height * 0.3, height * 0.5, palette.second, 0.4)
  stars(place, 80, height)
  const tilt = dice.between(-0.2, 0.2) * width
  const dark = hex(palette.dark)
  sheet.add(
    path(
      `M0 0H${n(width * 0.24 + tilt)}Q${n(width * 0.12 + tilt)} ${n(height * 0.4)} ${n(width * 0.1 + tilt)} ${height}H0zM${width} 0H${n(width * 0.76 + tilt)}Q${n(width * 0.88 + tilt)} ${n(height * 0.4)} ${n(width * 0.9 + tilt)} ${height}H${width}z`,
      dark
    ),
    stroke(
      `M${n(width * 0.24 + tilt)} 0Q${n(width * 0.12 + tilt)} ${n(height * 0.4)} ${n(width * 0.1 + tilt)} ${height}M${n(width * 0.76 + tilt)} 0Q${n(width * 0.88 + tilt)} ${n(height * 0.4)} ${n(width * 0.9 + tilt)} ${height}`,
      hex(palette.key),
      2,
      0.7
    )
  )
  let rings = ''
  const [x, y] = [width / 2, height * 0.4]
  for (const r of [0.3, 0.37, 0.5])
    rings += `M${n(x - height * r)} ${n(y)}a${n(height * r)} ${n(height * r)} 0 1 0 ${n(height * r * 2)} 0a${n(height * r)} ${n(height * r)} 0 1 0 ${n(-height * r * 2)} 0`
  sheet.add(
    `<path d="${rings}" fill="none" stroke="${hex(palette.key)}" stroke-width="2" stroke-dasharray="90 8 2 8" opacity=".55"/>`
  )
  const turn = dice.chance(0.5) ? 1 : -1
  sheet.add(
    `<g transform="translate(${n(width / 2 + turn * width * 0.3)} ${n(height * 0.62)})rotate(${n(turn * 38)})">${path('M-26-190h52l6 230h-64z', hex(palette.depth(0.85)))}${path('M-32-200h64v26h-64zM-36 20h72v22h-72z', hex(mix(palette.key, palette.dark, 0.55)))}</g>`
  )
}

export const window = (place: Place) => {
  const { sheet, palette } = place
  const { dice, width, height } = sheet
  sky(place, 0.9, 0.5)
  for (let light = 0; light < 26; light++) {
    const colour = dice.chance(0.6) ? palette.key : palette.second
    sheet.add(
      circle(
        dice.between(0, width),
        dice.between(height * 0.25, height * 0.8),
        dice.between(5, 24),
        hex(lighter(colour, dice.between(-0.1, 0.1))),
        dice.between(0.12, 0.42)
      )
    )
  }
  let rain = ''
  for (let drop = 0; drop < 34; drop++)
    rain += `M${Math.round(dice.between(0, width))} ${Math.round(dice.between(0, height))}l-5 ${Math.round(dice.between(14, 40))}`
  sheet.add(stroke(rain, hex(lighter(palette.key, 0.12)), 1.4, 0.45))
  const dark = hex(palette.dark)
  const step = height * dice.between(0.28, 0.4)
  let bars = ''
  for (let x = dice.between(20, 60); x < width; x += step) bars += `M${n(x)} 0v${height}`
  sheet.add(stroke(`${bars}M0 ${n(height * 0.2)}H${width}M0 ${n(height * 0.2 + step)}H${width}`, dark, 8))
  const side = place.light[0] > width / 2
  const cloth = mix(palette.second, palette.dark, 0.62)
  for (const [fold, share] of [0.26, 0.19, 0.11].entries()) {
    const x = width * share
    const d = side
      ? `M0 0H${n(x)}q-14 ${n(height * 0.5)} 10 ${height}H0z`
      : `M${width} 0H${n(width - x)}q14 ${n(height * 0.5)}-10 ${height}H${width}z`
    sheet.add(path(d, hex(lighter(cloth, 0.04 - fold * 0.05))))
  }
}

export const bar = (place: Place) => {
  const { sheet, palette } = place
  const { dice, width, height } = sheet
  indoors(place, 0.6)
  const glasses = new Map<string, string>()
  const tones = [palette.key, palette.second, [0.5, 0.1, 150] as const].flatMap((tone) => [
    hex(mix(tone, palette.dark, 0.36)),
    hex(mix(tone, palette.dark, 0.62)),
  ])
  for (let shelf = 0; shelf < 3; shelf++) {
    const y = height * (0.3 + shelf * 0.2)
    sheet.add(
      `<path d="M0 ${n(y)}h${width}" stroke="${hex(lighter(palette.key, 0.05))}" stroke-width="3" opacity=".55"/>`
    )
    for (let x = dice.between(-6, 12); x < width; x += dice.between(20, 34)) {
      const tall = height * dice.between(0.08, 0.14)
      const wide = dice.between(6, 11)
      const tone = dice.pick(tones)
      const [half, low, high] = [Math.round(wide * 0.6), Math.round(tall * 0.6), Math.round(tall * 0.3)]
      const bottle = `M${Math.round(x)} ${Math.round(y - 2)}v-${low}q0-8 ${half}-12v-${high}h${half}v${high}q${half} 4 ${half} 12v${low}z`
      glasses.set(tone, (glasses.get(tone) ?? '') + bottle)
    }
  }
  for (const [tone, d] of glasses) sheet.add(path(d, tone, 0.85))
  for (let lamp = 0; lamp < Math.round(width / 130); lamp++) {
    const x = (lamp + dice.between(0.2, 0.8)) * 130
    const y = height * dice.between(0.06, 0.2)
    sheet.glow(x, y + 10, 110, lighter(palette.key, 0.1), 0.75)
    sheet.add(
      stroke(`M${n(x)} 0V${n(y)}`, hex(palette.dark), 2),
      path(`M${n(x - 7)} ${n(y - 8)}h14l15 22h-44z`, hex(palette.dark)),
      circle(x, y + 15, 6, hex(lighter(palette.key, 0.16)))
    )
  }
}

export const hall = (place: Place) => {
  const { sheet, palette } = place
  const { dice, width, height } = sheet
  indoors(place, 0.3)
  const wide = height * dice.between(0.22, 0.3)
  const glass = sheet.linear(
    [
      [0, lighter(palette.key, 0.14)],
      [0.6, palette.key],
      [1, mix(palette.key, palette.second, 0.6)],
    ],
    0,
    0,
    0,
    height * 0.8
  )
  let arches = ''
  let lead = ''
  const gap = wide * 1.5
  for (let x = width / 2 - gap * Math.ceil(width / gap / 2) + dice.between(-30, 30); x < width + wide; x += gap) {
    const [top, foot] = [height * 0.12, height * 0.82]
    arches += `M${n(x - wide / 2)} ${n(foot)}V${n(top + wide * 0.7)}Q${n(x - wide / 2)} ${n(top + wide * 0.2)} ${n(x)} ${n(top - wide * 0.12)}Q${n(x + wide / 2)} ${n(top + wide * 0.2)} ${n(x + wide / 2)} ${n(top + wide * 0.7)}V${n(foot)}z`
    lead += `M${n(x)} ${n(top - 10)}V${n(foot)}M${n(x - wide / 2)} ${n(top + wide)}h${n(wide)}M${n(x - wide / 2)} ${n(top + wide * 1.6)}h${n(wide)}M${n(x - wide / 2)} ${n(top + wide * 0.7)}L${n(x)} ${n(top + wide * 0.36)}L${n(x + wide / 2)} ${n(top + wide * 0.7)}`
  }
  sheet.add(
    path(arches, glass, 0.85),
    stroke(lead, hex(palette.dark), 4.5),
    stroke(arches, hex(lighter(palette.dark, 0.06)), 9)
  )
  shafts(place, 4, 0.2)
  motes(place, 14, [0, height], 2.2, 0.6)
}

export const crystals = (place: Place) => {
  const { sheet, palette } = place
  const { dice, width, height } = sheet
  indoors(place, 0.75)
  ridge(place, 0.3, () => height * dice.between(0.5, 0.66), { steps: 11, sharp: true, mist: 0.3 })
  for (const nearness of [0.2, 0.5, 0.8])
    for (let stone = 0; stone < (width / 400) * 6; stone++) {
      const x = width * dice.next()
      const tall = height * dice.between(0.18, 0.5)
      const half = tall * dice.between(0.09, 0.16)
      const hangs = dice.chance(0.3)
      const colour = mix(dice.chance(0.7) ? palette.key : palette.second, palette.dark, nearness * 0.7)
      const top: Point = [x + dice.between(-60, 60), hangs ? tall : height - tall]
      const base = hangs ? -10 : height + 10
      const shoulder = hangs ? top[1] - tall * 0.2 : top[1] + tall * 0.2
      const mid: Point = [(x + top[0] * 2) / 3, shoulder]
      sheet.add(
        path(
          polygon([
            [x - half, base],
            [mid[0] - half, shoulder],
            top,
            [mid[0], shoulder + half * (hangs ? -0.5 : 0.5)],
            [x, base],
          ]),
          hex(lighter(colour, 0.1))
        ),
        path(
          polygon([
            [x + half, base],
            [mid[0] + half, shoulder],
            top,
            [mid[0], shoulder + half * (hangs ? -0.5 : 0.5)],
            [x, base],
          ]),
          hex(lighter(colour, -0.1))
        )
      )
    }
  motes(place, 18, [0, height], 2.4, 0.8)
}
