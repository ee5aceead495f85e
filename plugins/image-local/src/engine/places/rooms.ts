import { hex, lighter, mix, type Colour } from '../colour.ts'
import { n } from '../curves.ts'
import { path, stroke } from '../sheet.ts'
import { disc, indoors, motes, ridge, shafts, sky, stars, type Place } from './place.ts'

/** Draws a wall, a floor and the skirting between them. */
const room = (place: Place, { floor = 0.8, boards = true, glow = 0.6 } = {}) => {
  const { sheet, palette } = place
  const { width, height } = sheet
  indoors(place, glow)
  const y = height * floor
  sheet.add(
    path(`M0 ${n(y)}H${width}V${height}H0z`, hex(palette.depth(0.85))),
    path(`M0 ${n(y - 7)}H${width}v9H0z`, hex(palette.depth(0.95)))
  )
  if (!boards) return
  let lines = ''
  for (let x = -0.6; x <= 1.6; x += 0.16)
    lines += `M${n(width * (0.5 + (x - 0.5) * 0.7))} ${n(y)}L${n(width * (0.5 + (x - 0.5) * 1.7))} ${height}`
  sheet.add(stroke(lines, hex(palette.dark), 2.4, 0.5))
}

export const workshop = (place: Place) => {
  const { sheet, palette } = place
  const { width, height } = sheet
  room(place)
  let boards = ''
  for (let x = 0; x < width; x += 46) boards += `M${x} 0V${n(height * 0.8)}`
  sheet.add(
    stroke(boards, hex(palette.dark), 3, 0.35),
    path(`M0 ${n(height * 0.68)}H${width}v${n(height * 0.05)}H0z`, hex(palette.depth(0.75)))
  )
}

export const kitchen = (place: Place) => {
  const { sheet, palette } = place
  const { width, height } = sheet
  room(place, { boards: false, glow: 0.75 })
  let tiles = ''
  for (let x = 0; x < width; x += 34) tiles += `M${x} ${n(height * 0.36)}V${n(height * 0.8)}`
  for (let y = height * 0.36; y < height * 0.8; y += 34) tiles += `M0 ${n(y)}H${width}`
  sheet.add(
    path(`M0 ${n(height * 0.36)}H${width}V${n(height * 0.8)}H0z`, hex(mix(palette.depth(0.4), palette.key, 0.2)), 0.4),
    stroke(tiles, hex(palette.dark), 2, 0.35)
  )
}

export const study = (place: Place) => {
  const { sheet, palette } = place
  const { width, height } = sheet
  room(place, { floor: 0.86 })
  let panels = ''
  for (let x = 14; x < width; x += 92) panels += `M${x} ${n(height * 0.5)}h64v${n(height * 0.28)}h-64z`
  sheet.add(
    path(`M0 ${n(height * 0.46)}H${width}V${n(height * 0.85)}H0z`, hex(palette.depth(0.72)), 0.75),
    stroke(panels, hex(palette.dark), 3, 0.5),
    path(`M0 ${n(height * 0.45)}H${width}v8H0z`, hex(mix(palette.depth(0.6), palette.key, 0.25)))
  )
  motes(place, 10, [0, height], 2, 0.4)
}

export const shop = (place: Place) => {
  const { sheet, palette } = place
  const { width, height } = sheet
  room(place, { boards: false })
  let stripes = ''
  for (let x = 0; x < width; x += 52) stripes += `M${x} 0h26v${n(height * 0.8)}h-26z`
  sheet.add(
    path(stripes, hex(palette.second), 0.16),
    path(`M0 ${n(height * 0.76)}H${width}V${height}H0z`, hex(palette.depth(0.8)))
  )
}

/** Draws a small cabin with a window that overlooks weather and water. */
export const cabin = (place: Place) => {
  const { sheet, palette, light } = place
  const { dice, width, height } = sheet
  indoors(place, 0.55)
  const [top, foot] = [height * 0.1, height * 0.54]
  const cold: Colour = mix(palette.second, [0.5, 0.06, 240], 0.5)
  sheet.add(
    path(
      `M0 ${n(top)}H${width}V${n(foot)}H0z`,
      sheet.linear(
        [
          [0, mix(cold, palette.dark, 0.55)],
          [1, mix(cold, palette.dark, 0.15)],
        ],
        0,
        top,
        0,
        foot
      )
    )
  )
  sheet.add(
    path(
      `M0 ${n(foot - 46)}Q${n(width * 0.2)} ${n(foot - 66)} ${n(width * 0.45)} ${n(foot - 44)}T${width} ${n(foot - 50)}V${n(foot)}H0z`,
      hex(mix(cold, palette.dark, 0.6))
    )
  )
  let drops = ''
  for (let drop = 0; drop < 40; drop++)
    drops += `M${Math.round(dice.between(0, width))} ${Math.round(dice.between(top, foot - 20))}l-6 ${Math.round(dice.between(8, 20))}`
  sheet.add(stroke(drops, hex(lighter(cold, 0.3)), 1.8, 0.6))
  let frames = `M0 ${n(top)}H${width}M0 ${n(foot)}H${width}`
  for (let x = width * 0.04; x < width; x += height * 0.34) frames += `M${n(x)} ${n(top)}V${n(foot)}`
  sheet.add(stroke(frames, hex(palette.depth(0.9)), 15))
  let planks = ''
  for (let y = foot + 30; y < height; y += 34) planks += `M0 ${n(y)}H${width}`
  sheet.add(stroke(planks, hex(palette.dark), 2.6, 0.5))
  sheet.glow(light[0], light[1], height * 0.5, lighter(palette.key, 0.08), 0.7)
}

export const court = (place: Place) => {
  const { sheet, palette } = place
  const { width, height } = sheet
  room(place, { floor: 0.84 })
  let columns = ''
  let flutes = ''
  for (let x = width * 0.04; x < width; x += height * 0.3) {
    columns += `M${n(x)} 0h${n(height * 0.09)}V${n(height * 0.66)}h${n(-height * 0.09)}zM${n(x - 8)} ${n(height * 0.62)}h${n(height * 0.09 + 16)}v16h${n(-height * 0.09 - 16)}z`
    flutes += `M${n(x + height * 0.03)} 0V${n(height * 0.62)}M${n(x + height * 0.06)} 0V${n(height * 0.62)}`
  }
  sheet.add(
    path(columns, hex(mix(palette.depth(0.35), palette.key, 0.25)), 0.7),
    stroke(flutes, hex(palette.dark), 2, 0.35)
  )
  sheet.add(
    path(`M0 ${n(height * 0.66)}H${width}V${n(height * 0.86)}H0z`, hex(mix([0.42, 0.09, 50], palette.dark, 0.4))),
    path(`M0 ${n(height * 0.64)}H${width}v12H0z`, hex(mix([0.55, 0.1, 55], palette.dark, 0.25)))
  )
  shafts(place, 3, 0.16)
}

/** Draws a yard with arches and patterned tiles under an open sky. */
export const courtyard = (place: Place) => {
  const { sheet, palette } = place
  const { width, height } = sheet
  sky(place, 0.6)
  const wide = height * 0.26
  const top = height * 0.2
  let arches = ''
  for (let x = -wide * 0.3; x < width; x += wide * 1.25)
    arches += `M${n(x)} ${n(height * 0.8)}V${n(top + wide * 0.8)}Q${n(x - wide * 0.06)} ${n(top + wide * 0.3)} ${n(x + wide / 2)} ${n(top + wide * 0.2)}Q${n(x + wide * 1.06)} ${n(top + wide * 0.3)} ${n(x + wide)} ${n(top + wide * 0.8)}V${n(height * 0.8)}z`
  sheet.add(
    `<path d="M0 ${n(top)}H${width}V${height}H0z${arches}" fill="${hex(mix(palette.depth(0.5), palette.key, 0.16))}" fill-rule="evenodd"/>`,
    path(arches, hex(palette.depth(0.92)), 0.85)
  )
  const size = 26
  const tones = ['', '', '']
  for (let row = 0; row < 3; row++)
    for (let column = 0; column * size < width + size; column++) {
      const [x, y] = [column * size, height * 0.64 + row * size]
      tones[(row + column) % 3] +=
        `M${n(x)} ${n(y)}l${size / 2} ${size / 2}l-${size / 2} ${size / 2}l-${size / 2}-${size / 2}z`
    }
  const colours: Colour[] = [
    [0.5, 0.13, 245],
    [0.86, 0.04, 90],
    [0.56, 0.11, 165],
  ]
  for (const [at, d] of tones.entries())
    sheet.add(path(d, hex(mix(mix(colours[at]!, palette.key, 0.12), palette.dark, 0.3))))
  sheet.add(path(`M0 ${n(height * 0.64 + 3 * size)}H${width}V${height}H0z`, hex(palette.depth(0.9))))
  let birds = ''
  for (let bird = 0; bird < 7; bird++)
    birds += `M${Math.round(sheet.dice.between(0, width))} ${Math.round(sheet.dice.between(10, height * 0.18))}q7-7 12 0q5-7 12 0`
  sheet.add(stroke(birds, hex(palette.depth(0.95)), 2))
}

export const hangar = (place: Place) => {
  const { sheet, palette } = place
  const { width, height } = sheet
  room(place, { floor: 0.88, boards: false, glow: 0.7 })
  let ribs = ''
  for (let x = -0.1; x < 1.2; x += 0.2)
    ribs += `M${n(width * x)} ${n(height * 0.9)}V${n(height * 0.2)}Q${n(width * x)} ${n(height * 0.04)} ${n(width * (x + 0.1))} 0`
  sheet.add(
    stroke(ribs, hex(palette.depth(0.8)), 12, 0.8),
    stroke(`M0 ${n(height * 0.3)}H${width}M0 ${n(height * 0.6)}H${width}`, hex(palette.depth(0.85)), 7)
  )
  sheet.add(
    `<path d="M0 ${n(height * 0.87)}H${width}" stroke="${hex(mix([0.8, 0.15, 85], palette.dark, 0.3))}" stroke-width="12" stroke-dasharray="22 22" stroke-linecap="butt"/>`
  )
  shafts(place, 3, 0.2)
}

export const bathhouse = (place: Place) => {
  const { sheet, palette } = place
  const { dice, width, height } = sheet
  indoors(place, 0.6)
  let tiles = ''
  for (let x = 0; x < width; x += 30) tiles += `M${x} 0V${n(height * 0.6)}`
  for (let y = 0; y < height * 0.6; y += 30) tiles += `M0 ${n(y)}H${width}`
  sheet.add(stroke(tiles, hex(lighter(palette.air, 0.08)), 1.6, 0.25))
  sheet.add(
    path(
      `M0 ${n(height * 0.6)}H${width}V${height}H0z`,
      sheet.linear(
        [
          [0, lighter(palette.key, 0.04)],
          [1, mix(palette.key, palette.dark, 0.7)],
        ],
        0,
        height * 0.6,
        0,
        height
      )
    )
  )
  let ripples = ''
  for (let ripple = 0; ripple < 16; ripple++)
    ripples += `M${Math.round(dice.between(-30, width))} ${Math.round(dice.between(height * 0.62, height))}q16-9 32 0t32 0`
  sheet.add(
    stroke(ripples, '#ffffff', 2.6, 0.4),
    path(`M0 ${n(height * 0.58)}H${width}v14H0z`, hex(mix(palette.air, [0.95, 0.01, 220], 0.4)), 0.8)
  )
}

/** Draws a flat roof over a town at night. */
export const roof = (place: Place) => {
  const { sheet, palette } = place
  const { dice, width, height } = sheet
  sky(place, 0.95, 0.5)
  stars(place, 110, height * 0.6)
  ridge(place, 0.4, (share) => height * (0.62 - 0.04 * Math.sin(share * 9)), { steps: 14, sharp: true, mist: 0.3 })
  let houses = ''
  let windows = ''
  for (let x = -20; x < width; x += dice.between(50, 84)) {
    const top = height * dice.between(0.6, 0.72)
    houses += `M${n(x)} ${height}V${n(top)}h${n(dice.between(44, 80))}V${height}z`
    windows += `M${n(x + 14)} ${n(top + 24)}v12M${n(x + 34)} ${n(top + 44)}v12`
  }
  sheet.add(path(houses, hex(palette.depth(0.8))), stroke(windows, hex(lighter(palette.key, 0.1)), 9, 0.85))
  sheet.add(path(`M0 ${n(height * 0.86)}H${width}V${height}H0z`, hex(palette.depth(0.98))))
}

/** Draws a sea of ice before dawn. */
export const ice = (place: Place) => {
  const { sheet, palette } = place
  const { dice, width, height } = sheet
  sky(place, 0.56, 0.8)
  ridge(place, 0.25, (share) => height * (0.5 - 0.12 * Math.abs(Math.sin(share * 5 + 1)) * dice.next()), {
    steps: 14,
    sharp: true,
    mist: 0.4,
  })
  const white: Colour = mix([0.86, 0.03, 235], palette.second, 0.25)
  sheet.add(
    path(
      `M0 ${n(height * 0.5)}H${width}V${height}H0z`,
      sheet.linear(
        [
          [0, mix(white, palette.air, 0.4)],
          [1, mix(white, palette.dark, 0.5)],
        ],
        0,
        height * 0.5,
        0,
        height
      )
    )
  )
  let cracks = ''
  let blocks = ''
  for (let at = 0; at < 9; at++) {
    const [x, y] = [dice.between(0, width), dice.between(height * 0.54, height * 0.9)]
    cracks += `M${n(x)} ${n(y)}l${n(dice.between(30, 90))} ${n(dice.between(-8, 12))}l${n(dice.between(20, 60))} ${n(dice.between(-6, 16))}`
    blocks += `M${n(x)} ${n(y)}l${n(dice.between(14, 40))}-${n(dice.between(16, 46))}l${n(dice.between(20, 40))} ${n(dice.between(20, 44))}z`
  }
  sheet.add(
    stroke(cracks, hex(mix(white, palette.dark, 0.55)), 2.4, 0.6),
    path(blocks, hex(lighter(white, 0.06)), 0.55)
  )
}

/** Draws two cliffs with a rope bridge between them. */
export const gorge = (place: Place) => {
  const { sheet, palette } = place
  const { dice, width, height } = sheet
  sky(place, 0.9)
  disc(place, height * 0.08)
  for (const nearness of [0.15, 0.35])
    ridge(place, nearness, () => height * (0.3 + nearness * 0.5) - dice.between(0, height * 0.2), {
      steps: 9,
      sharp: true,
    })
  const y = height * 0.6
  sheet.add(
    path(
      `M0 ${n(height * 0.4)}L${n(width * 0.12)} ${n(y - 20)}L${n(width * 0.2)} ${n(y)}L${n(width * 0.14)} ${n(height * 0.8)}L${n(width * 0.2)} ${height}H0z`,
      hex(palette.depth(0.85))
    ),
    path(
      `M${width} ${n(height * 0.36)}L${n(width * 0.9)} ${n(y - 26)}L${n(width * 0.8)} ${n(y)}L${n(width * 0.88)} ${n(height * 0.8)}L${n(width * 0.8)} ${height}H${width}z`,
      hex(palette.depth(0.92))
    )
  )
  const straw = hex(mix([0.78, 0.11, 84], palette.key, 0.3))
  const curve = (drop: number) =>
    `M${n(width * 0.16)} ${n(y)}Q${n(width / 2)} ${n(y + drop)} ${n(width * 0.84)} ${n(y)}`
  let strands = ''
  for (let at = 0.04; at < 1; at += 0.06) {
    const x = width * (0.16 + at * 0.68)
    const sag = 4 * at * (1 - at)
    strands += `M${n(x)} ${n(y - 34 + sag * 44)}V${n(y + sag * 66)}`
  }
  sheet.add(
    stroke(curve(130), straw, 9),
    stroke(`M${n(width * 0.16)} ${n(y - 34)}Q${n(width / 2)} ${n(y + 54)} ${n(width * 0.84)} ${n(y - 34)}`, straw, 4),
    stroke(strands, straw, 2.4)
  )
}

/** Draws a lake that mirrors the mountains around it. */
export const lake = (place: Place) => {
  const { sheet, palette, light } = place
  const { dice, width, height } = sheet
  const shore = height * 0.56
  sky(place, 0.6, 0.9)
  const low: Place = { ...place, light: [light[0], shore - height * 0.16] }
  disc(low, height * 0.07)
  const peaks: { x: number; half: number; tall: number; nearness: number }[] = []
  for (const nearness of [0.3, 0.55])
    for (let x = -0.04; x < 1.1; x += nearness < 0.5 ? 0.26 : 0.34)
      peaks.push({
        x: (x + dice.between(0, 0.1)) * width,
        half: height * dice.between(0.3, 0.42) * (nearness < 0.5 ? 1 : 0.8),
        tall: height * dice.between(0.26, 0.42) * (nearness < 0.5 ? 1 : 0.6),
        nearness,
      })
  const sheets = (sign: 1 | -1) => {
    for (const { x, half, tall, nearness } of peaks) {
      const top = shore - sign * tall * (sign > 0 ? 1 : 0.8)
      const s = light[0] > x ? 1 : -1
      const colour = palette.depth(nearness)
      const share = sign > 0 ? 1 : 0.55
      sheet.add(
        path(`M${n(x - half)} ${n(shore)}L${n(x)} ${n(top)}L${n(x + half)} ${n(shore)}z`, hex(colour), share),
        path(
          `M${n(x + s * half)} ${n(shore)}L${n(x)} ${n(top)}l${n(s * half * 0.1)} ${n(sign * tall * 0.4)}l${n(-s * half * 0.16)} ${n(sign * tall * 0.2)}L${n(x + s * half * 0.1)} ${n(shore)}z`,
          hex(mix(colour, palette.key, 0.38)),
          share
        )
      )
      if (nearness < 0.5)
        sheet.add(
          path(
            `M${n(x)} ${n(top)}l${n(half * 0.24)} ${n(sign * tall * 0.24)}l${n(-half * 0.14)} ${n(-sign * tall * 0.05)}l${n(-half * 0.1)} ${n(sign * tall * 0.1)}l${n(-half * 0.11)} ${n(-sign * tall * 0.1)}l${n(-half * 0.13)} ${n(sign * tall * 0.05)}z`,
            hex(mix([0.95, 0.01, 240], palette.key, 0.25)),
            share * 0.9
          )
        )
    }
  }
  sheets(1)
  sheet.add(
    path(
      `M0 ${n(shore)}H${width}V${height}H0z`,
      sheet.linear(
        [
          [0, lighter(mix(palette.air, palette.key, 0.35), 0.04)],
          [1, mix(palette.second, palette.dark, 0.5)],
        ],
        0,
        shore,
        0,
        height
      )
    )
  )
  sheets(-1)
  let glints = ''
  for (let glint = 0; glint < 14; glint++)
    glints += `M${n(light[0] - 30 + dice.between(-20, 20))} ${n(shore + 8 + glint * glint * 0.9)}h${n(dice.between(20, 60))}`
  sheet.add(stroke(glints, hex(lighter(palette.key, 0.12)), 2.4, 0.75))
  sheet.glow(width / 2, shore, width * 0.7, mix(palette.air, [0.96, 0.01, 240], 0.4), 0.5, 0.12)
  let pines = ''
  for (const [from, to] of [
    [-10, width * 0.24],
    [width * 0.8, width + 20],
  ] as const)
    for (let x = from; x < to; x += dice.between(18, 34)) {
      const tall = height * dice.between(0.26, 0.5)
      const foot = height * dice.between(0.72, 0.9)
      for (const [share, wide] of [
        [0, 0.13],
        [0.28, 0.2],
        [0.54, 0.27],
      ] as const)
        pines += `M${n(x)} ${n(foot - tall * (1 - share))}l${n(tall * wide)} ${n(tall * 0.42)}h${n(-tall * wide * 2)}z`
      pines += `M${n(x - 3)} ${n(foot - tall * 0.06)}h6v${n(tall * 0.1)}h-6z`
    }
  sheet.add(
    path(
      `M0 ${n(height * 0.8)}Q${n(width * 0.2)} ${n(height * 0.84)} ${n(width * 0.3)} ${height}H0zM${width} ${n(height * 0.78)}Q${n(width * 0.82)} ${n(height * 0.84)} ${n(width * 0.74)} ${height}H${width}z`,
      hex(palette.depth(0.95))
    ),
    path(pines, hex(palette.depth(0.95)))
  )
}

/** Draws a narrow street with lit windows and their reflections on the wet ground. */
export const street = (place: Place) => {
  const { sheet, palette } = place
  const { dice, width, height } = sheet
  sky(place, 0.8, 1)
  sheet.glow(width / 2, height * 0.5, height * 0.6, palette.second, 0.5)
  const ground = height * 0.72
  for (const [row, nearness] of [0.45, 0.75, 0.95].entries())
    for (const s of [-1, 1] as const) {
      const near = width * (0.5 + s * (0.1 + row * 0.13))
      const edge = s < 0 ? 0 : width
      const top = height * (0.3 - row * 0.13)
      sheet.add(
        path(
          `M${n(near)} ${n(ground - 60 + row * 30)}V${n(top + 50)}L${n(near + s * width * 0.14)} ${n(top)}H${edge}V${n(height)}L${n(near + s * 30)} ${n(ground - 60 + row * 30)}z`,
          hex(palette.depth(nearness))
        )
      )
      let lit = ''
      for (let at = 0; at < 9; at++)
        lit += `M${n(near + s * dice.between(12, width * 0.16))} ${n(dice.between(top + 50, ground - 80))}v13`
      sheet.add(stroke(lit, hex(lighter(row !== 1 ? palette.key : palette.second, 0.08)), 9, 0.8))
    }
  sheet.add(
    path(
      `M0 ${n(ground + 20)}L${n(width * 0.4)} ${n(ground - 60)}H${n(width * 0.6)}L${width} ${n(ground + 20)}V${height}H0z`,
      sheet.linear(
        [
          [0, mix(palette.air, palette.second, 0.3)],
          [1, palette.dark],
        ],
        0,
        ground - 60,
        0,
        height
      )
    )
  )
  const signs: Colour[] = [
    [0.7, 0.21, 350],
    [0.8, 0.14, 195],
    [0.82, 0.16, 85],
    [0.7, 0.2, 20],
  ]
  for (const [index, colour] of signs.entries()) {
    const s = index % 2 ? 1 : -1
    const [x, y] = [width * (0.5 + s * (0.17 + (index > 1 ? 0.16 : 0))), height * (0.2 + (index % 3) * 0.12)]
    const [wide, tall] = [height * 0.07, height * (0.13 + (index % 2) * 0.06)]
    sheet.glow(x, y + tall / 2, tall * 1.4, colour, 0.55)
    sheet.add(
      path(`M${n(x - wide / 2)} ${n(y)}h${n(wide)}v${n(tall)}h${n(-wide)}z`, hex(palette.dark)),
      stroke(
        `M${n(x - wide / 2 + 5)} ${n(y + 5)}h${n(wide - 10)}v${n(tall - 10)}h${n(10 - wide)}zM${n(x)} ${n(y + 14)}v${n(tall - 28)}M${n(x - wide / 4)} ${n(y + tall * 0.4)}h${n(wide / 2)}`,
        hex(colour),
        3.4
      )
    )
    let mirror = ''
    for (let at = 0; at < 7; at++)
      mirror += `M${n(x - wide * 0.5 + dice.between(-8, 8))} ${n(ground + 8 + at * height * 0.034)}h${n(wide * dice.between(0.6, 1.2))}`
    sheet.add(stroke(mirror, hex(colour), 5, 0.55))
  }
}

/** Draws vegetable beds behind a fence. */
export const garden = (place: Place) => {
  const { sheet, palette } = place
  const { dice, width, height } = sheet
  sky(place, 0.7)
  ridge(place, 0.3, (share) => height * (0.46 - 0.06 * Math.sin(share * 6)), { steps: 12 })
  let crowns = ''
  for (let x = -10; x < width; x += 42) {
    const r = dice.between(24, 46)
    crowns += `M${n(x - r)} ${n(height * 0.5)}a${n(r)} ${n(r)} 0 1 1 ${n(r * 2)} 0z`
  }
  sheet.add(path(crowns, hex(mix(palette.depth(0.5), [0.5, 0.12, 145], 0.45))))
  sheet.add(path(`M0 ${n(height * 0.5)}H${width}V${height}H0z`, hex(mix(palette.depth(0.6), [0.44, 0.1, 130], 0.4))))
  for (let row = 0; row < 5; row++) {
    const y = height * (0.6 + row * 0.09)
    let tufts = ''
    for (let x = dice.between(-10, 10); x < width; x += 24 + row * 7)
      tufts += `M${n(x)} ${n(y)}q-12-${14 + row * 4}-15-4q8-6 15 4q3-20 8-14q2 6-8 14q12-14 17-3q-6 2-17 3z`
    sheet.add(
      path(`M0 ${n(y)}h${width}v${n(10 + row * 3)}H0z`, hex(mix(palette.depth(0.85), [0.3, 0.06, 50], 0.5))),
      path(tufts, hex(mix(palette.depth(0.4), [0.62, 0.15, 138], 0.6)))
    )
  }
}

/** Draws a terrace above mountains. */
export const terrace = (place: Place) => {
  const { sheet, palette } = place
  const { dice, width, height } = sheet
  sky(place, 0.7)
  disc(place, height * 0.09)
  for (const [row, nearness] of [0.12, 0.34].entries())
    ridge(place, nearness, () => height * (0.46 + row * 0.1) - dice.between(0, height * 0.14), {
      steps: Math.round((width / 400) * 9),
      sharp: true,
    })
  let lamps = ''
  for (let lamp = 0; lamp < Math.round(width / 60); lamp++) {
    const [x, y] = [(lamp + dice.between(0.2, 0.8)) * 60, height * dice.between(0.06, 0.3)]
    sheet.glow(x, y, 44, lighter(palette.key, 0.1), 0.6)
    lamps += `M${n(x - 9)} ${n(y - 12)}h18q6 12 0 24h-18q-6-12 0-24z`
  }
  sheet.add(path(lamps, hex(mix(lighter(palette.key, 0.08), [0.8, 0.15, 60], 0.4))))
  const rail = height * 0.7
  let posts = ''
  for (let x = 10; x < width + 20; x += 34)
    posts += `M${x - 6} ${n(rail)}h12q12 ${n(height * 0.06)} 0 ${n(height * 0.12)}h-12q-12-${n(height * 0.06)} 0-${n(height * 0.12)}z`
  sheet.add(
    path(posts, hex(palette.depth(0.6))),
    path(
      `M0 ${n(rail - 14)}H${width}v16H0zM0 ${n(rail + height * 0.12)}H${width}V${height}H0z`,
      hex(mix(palette.depth(0.7), palette.key, 0.12))
    )
  )
  motes(place, 8, [0, height * 0.6], 2, 0.5)
}
