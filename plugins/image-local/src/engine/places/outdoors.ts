import { hex, lighter, mix } from '../colour.ts'
import { n, smooth, type Point } from '../curves.ts'
import { circle, path, stroke } from '../sheet.ts'
import { disc, motes, ridge, shafts, sky, stars, type Place } from './place.ts'

export const city = (place: Place) => {
  const { sheet, palette } = place
  const { dice, width, height } = sheet
  sky(place, 0.9)
  if (dice.chance(0.6)) disc(place, height * dice.between(0.05, 0.13))
  for (const [row, nearness] of [0.22, 0.5, 0.8].entries()) {
    let d = ''
    let lit = ''
    let x = -20
    while (x < width) {
      const wide = dice.between(34, 74) * (0.8 + row * 0.3)
      const top = height * (dice.between(0.2, 0.62) + row * 0.08)
      d += `M${n(x)} ${height}V${n(top)}h${n(wide * 0.4)}${dice.chance(0.3) ? `v${n(-dice.between(10, 34))}h${n(wide * 0.2)}v${n(dice.between(8, 20))}` : `h${n(wide * 0.2)}`}H${n(x + wide)}V${height}z`
      for (let column = x + 8; column < x + wide - 6; column += 11)
        if (dice.chance(0.5)) lit += `M${n(column)} ${n(top + 14 + dice.between(0, 30))}V${height}`
      x += wide + dice.between(-6, 12)
    }
    sheet.add(
      path(
        d,
        sheet.linear(
          [
            [0, palette.depth(nearness)],
            [1, mix(palette.depth(nearness), palette.air, 0.45)],
          ],
          0,
          height * 0.3,
          0,
          height
        )
      )
    )
    sheet.add(
      `<path d="${lit}" stroke="${hex(lighter(mix(palette.key, palette.second, row === 1 ? 0.8 : 0.1), 0.05))}" stroke-width="${row + 3}" stroke-linecap="butt" stroke-dasharray="5 11 5 27 5 8 5 50" opacity="${['.35', '.6', '.75'][row]}"/>`
    )
  }
  if (dice.chance(0.4)) motes(place, 16, [0, height], 2, 0.4)
}

export const forest = (place: Place) => {
  const { sheet, palette } = place
  const { dice, width, height } = sheet
  sky(place, 1, 0.9)
  for (const nearness of [0.12, 0.35, 0.65, 0.95]) {
    let trunks = ''
    const count = Math.round((width / 400) * (9 - nearness * 5))
    for (let tree = 0; tree < count; tree++) {
      const x = ((tree + dice.between(0, 0.9)) / count) * width
      const half = 3 + nearness * 13 * dice.between(0.6, 1.2)
      const lean = dice.between(-14, 14)
      trunks += `M${n(x - half * 0.6 + lean)}-9L${n(x - half)} ${height}h${n(half * 2)}L${n(x + half * 0.6 + lean)}-9z`
      const y = height * dice.between(0.08, 0.4)
      const reach = dice.between(30, 80) * (dice.chance(0.5) ? 1 : -1)
      trunks += `M${n(x)} ${n(y + half)}q${n(reach * 0.4)}-6 ${n(reach)} ${n(-dice.between(20, 46))}q${n(-reach * 0.5)} 18 ${n(-reach)} ${n(26)}z`
    }
    const colour = palette.depth(nearness)
    sheet.add(
      path(
        trunks,
        sheet.linear(
          [
            [0, lighter(colour, -0.03)],
            [1, mix(colour, palette.air, 0.4 - nearness * 0.3)],
          ],
          0,
          height * 0.3,
          0,
          height
        )
      )
    )
    if (nearness === 0.35) shafts(place, 5)
  }
  let leaves = ''
  for (let x = -20; x < width + 20; x += 34) {
    const r = dice.between(18, 48)
    leaves += `M${n(x)} ${n(dice.between(-10, 14))}m${n(-r)} 0a${n(r)} ${n(r * 0.8)} 0 1 0 ${n(r * 2)} 0a${n(r)} ${n(r * 0.8)} 0 1 0 ${n(-r * 2)} 0`
  }
  sheet.add(path(leaves, hex(palette.dark)))
  motes(place, 18, [height * 0.3, height], 2.5)
}

export const mountains = (place: Place) => {
  const { sheet } = place
  const { dice, width, height } = sheet
  sky(place, 0.8)
  if (dice.chance(0.5)) stars(place, 34, height * 0.4)
  disc(place, height * dice.between(0.06, 0.15))
  for (const [row, nearness] of [0.12, 0.32, 0.58, 0.85].entries()) {
    const base = height * (0.46 + row * 0.12)
    const rough = height * (0.17 - row * 0.025)
    ridge(place, nearness, (share) => base - rough * dice.next() * (0.5 + Math.sin(share * 5 + row * 2) ** 2), {
      steps: Math.round((width / 400) * (9 + row * 2)),
      sharp: true,
      mist: 0.55,
    })
  }
}

export const coast = (place: Place) => {
  const { sheet, palette, light } = place
  const { dice, width, height } = sheet
  const sea = height * dice.between(0.5, 0.6)
  sky(place, 0.58)
  disc({ ...place, light: [light[0], Math.min(light[1], sea - 10)] }, height * dice.between(0.07, 0.14))
  clouds(place, 3, height * 0.3)
  const side = light[0] > width / 2 ? 0 : 1
  ridge(
    place,
    0.6,
    (share) => sea + 6 - Math.max(0, (side ? share : 1 - share) - 0.55) * height * dice.between(0.5, 0.75),
    { steps: 14, sharp: true, mist: 0.3 }
  )
  sheet.add(
    path(
      `M0 ${n(sea)}H${width}V${height}H0z`,
      sheet.linear(
        [
          [0, mix(palette.air, palette.second, 0.35)],
          [1, palette.dark],
        ],
        0,
        sea,
        0,
        height
      )
    )
  )
  let glints = ''
  for (let wave = 0; wave < 13; wave++) {
    const y = sea + 6 + wave ** 1.6 * 3.2
    const half = (14 + wave * 6) * dice.between(0.5, 1.2)
    glints += `M${n(light[0] - half + dice.between(-12, 12))} ${n(y)}h${n(half * 2)}`
  }
  sheet.add(stroke(glints, hex(lighter(palette.key, 0.12)), 2.4, 0.7))
  if (dice.chance(0.5)) {
    const x = side ? width * 0.9 : width * 0.1
    const top = sea - height * 0.34
    sheet.add(
      path(
        `M${n(x - 7)} ${n(sea)}L${n(x - 4)} ${n(top)}v-10h-3l7-9 7 9h-3v10L${n(x + 7)} ${n(sea)}z`,
        hex(palette.depth(0.75))
      )
    )
    sheet.glow(x, top - 5, 40, lighter(palette.key, 0.12), 0.9)
  }
}

const clouds = ({ sheet, palette }: Place, count: number, y: number) => {
  const { dice, width } = sheet
  let d = ''
  for (let cloud = 0; cloud < count; cloud++) {
    const [x, wide] = [dice.between(-40, width), dice.between(90, 220)]
    const top = y + dice.between(-90, 50)
    d += `M${n(x)} ${n(top)}q${n(wide * 0.2)}-16 ${n(wide * 0.4)}-10q${n(wide * 0.25)}-16 ${n(wide * 0.6)} 10q-${n(wide * 0.5)} 9-${n(wide)} 0z`
  }
  sheet.add(path(d, hex(lighter(palette.key, 0.1)), 0.32))
}

export const desert = (place: Place) => {
  const { sheet, palette, light } = place
  const { dice, width, height } = sheet
  sky(place, 0.7)
  disc(place, height * dice.between(0.11, 0.2))
  for (const [row, nearness] of [0.2, 0.42, 0.7, 0.92].entries()) {
    const peak: Point = [width * dice.between(0.1, 0.9), height * (0.48 + row * 0.12)]
    const foot = peak[1] + height * 0.16
    const lit = mix(palette.depth(nearness), palette.key, 0.3 - row * 0.05)
    const shade = palette.depth(nearness + 0.06)
    const [near, far] = light[0] > peak[0] ? [shade, lit] : [lit, shade]
    sheet.add(
      path(
        `M-10 ${n(foot)}Q${n(peak[0] * 0.6)} ${n(peak[1] + 10)} ${n(peak[0])} ${n(peak[1])}Q${n(peak[0] + 30)} ${n(foot)} ${n(peak[0] - 40)} ${height}H-10z`,
        hex(near)
      ),
      path(
        `M${width + 10} ${n(foot)}Q${n(peak[0] + (width - peak[0]) * 0.4)} ${n(peak[1] + 8)} ${n(peak[0])} ${n(peak[1])}Q${n(peak[0] + 26)} ${n(foot)} ${n(peak[0] - 44)} ${height}H${width + 10}z`,
        hex(far)
      )
    )
  }
  if (dice.chance(0.5)) stars(place, 26, height * 0.35)
}

export const blossom = (place: Place) => {
  const { sheet, palette } = place
  const { dice, width, height } = sheet
  sky(place, 0.95)
  disc(place, height * dice.between(0.1, 0.19))
  ridge(place, 0.3, (share) => height * (0.7 - 0.14 * Math.sin(share * 3 + 1)), { steps: 6 })
  const petal = ['', '', '']
  for (let branch = 0; branch < 5; branch++) {
    const left = branch % 2 === 0
    const start: Point = [left ? -10 : width + 10, height * dice.between(0.02, 0.5)]
    const reach = (left ? 1 : -1) * width * dice.between(0.25, 0.5)
    const points: Point[] = [0, 0.35, 0.7, 1].map((share) => [
      start[0] + reach * share,
      start[1] + dice.between(-30, 24) * share - share * 14,
    ])
    sheet.add(stroke(smooth(points), hex(palette.dark), 7 - branch, 0.95))
    for (const [x, y] of points.slice(1))
      for (let flower = 0; flower < 7; flower++)
        petal[flower % 3] += `M${Math.round(x + dice.between(-30, 30))} ${Math.round(y + dice.between(-22, 20))}h0`
  }
  const colours = [mix(palette.key, [0.9, 0.06, 350], 0.5), lighter(palette.key, 0.06), lighter(palette.key, -0.16)]
  sheet.add(
    `<g fill="none">${petal.map((d, step) => `<path d="${d}" stroke="${hex(colours[2 - step]!)}" stroke-width="${9 + step * 3}" opacity=".9"/>`).join('')}</g>`
  )
  motes(place, 24, [height * 0.2, height], 3.5, 0.85)
}

export const snow = (place: Place) => {
  const { sheet, palette } = place
  const { dice, width, height } = sheet
  sky(place, 1, 0.6)
  for (const [row, nearness] of [0.15, 0.38, 0.66].entries()) {
    let pines = ''
    for (let x = dice.between(-20, 10); x < width; x += dice.between(26, 52) + row * 16) {
      const tall = dice.between(110, 190) * (0.7 + row * 0.35)
      const foot = height * (0.66 + row * 0.12)
      for (const [from, wide] of [
        [0, 0.16],
        [0.26, 0.25],
        [0.5, 0.34],
      ] as const)
        pines += `M${n(x)} ${n(foot - tall * (1 - from))}l${n(tall * wide)} ${n(tall * 0.42)}h${n(-tall * wide * 2)}z`
    }
    sheet.add(path(pines, hex(palette.depth(nearness))))
    ridge(
      {
        ...place,
        palette: { ...palette, depth: () => mix(lighter(palette.second, 0.05), palette.dark, 0.3 + row * 0.18) },
      },
      0,
      (share) => height * (0.64 + row * 0.12 + 0.02 * Math.sin(share * 6 + row)),
      { steps: 6, mist: 0 }
    )
  }
  motes(place, 60, [0, height], 2.6, 0.8)
}

export const harbour = (place: Place) => {
  const { sheet, palette, light } = place
  const { dice, width, height } = sheet
  const sea = height * 0.62
  sky(place, 0.62)
  disc(place, height * dice.between(0.07, 0.13))
  clouds(place, 4, height * 0.26)
  for (const nearness of [0.3, 0.6]) {
    for (let ship = 0; ship < (width / 400) * 2; ship++) {
      const x = dice.between(0.04, 0.96) * width
      const tall = height * dice.between(0.34, 0.52) * (0.6 + nearness)
      const colour = palette.depth(nearness)
      const lit = mix(colour, palette.key, 0.35)
      sheet.add(
        stroke(
          `M${n(x)} ${n(sea)}V${n(sea - tall)}M${n(x - tall * 0.2)} ${n(sea - tall * 0.8)}h${n(tall * 0.4)}M${n(x - tall * 0.25)} ${n(sea - tall * 0.5)}h${n(tall * 0.5)}M${n(x)} ${n(sea - tall)}L${n(x + tall * 0.5)} ${n(sea)}M${n(x)} ${n(sea - tall)}L${n(x - tall * 0.5)} ${n(sea)}`,
          hex(colour),
          2.4
        ),
        path(
          `M${n(x + 3)} ${n(sea - tall * 0.9)}q${n(tall * 0.34)} ${n(tall * 0.4)} ${n(tall * 0.28)} ${n(tall * 0.72)}H${n(x + 3)}z`,
          hex(lit)
        ),
        path(
          `M${n(x - 3)} ${n(sea - tall * 0.78)}q${n(-tall * 0.2)} ${n(tall * 0.3)} ${n(-tall * 0.2)} ${n(tall * 0.6)}H${n(x - 3)}z`,
          hex(colour)
        ),
        path(
          `M${n(x - tall * 0.34)} ${n(sea - 12)}h${n(tall * 0.72)}q-10 16-24 20h${n(-tall * 0.45)}q-16-6-22-20z`,
          hex(palette.depth(nearness + 0.2))
        )
      )
    }
  }
  sheet.add(
    path(
      `M0 ${n(sea)}H${width}V${height}H0z`,
      sheet.linear(
        [
          [0, mix(palette.air, palette.second, 0.4), 0.92],
          [1, palette.dark],
        ],
        0,
        sea,
        0,
        height
      )
    )
  )
  let glints = ''
  for (let wave = 0; wave < 10; wave++)
    glints += `M${n(light[0] + dice.between(-30, 20) - wave * 4)} ${n(sea + 6 + wave * wave * 1.6)}h${n(24 + wave * 6)}`
  sheet.add(stroke(glints, hex(lighter(palette.key, 0.1)), 2, 0.6))
}

export const meadow = (place: Place) => {
  const { sheet, palette } = place
  const { dice, width, height } = sheet
  sky(place, 0.8)
  if (dice.chance(0.4)) disc(place, height * 0.07, true)
  else clouds(place, 5, height * 0.28)
  stars(place, 20, height * 0.4)
  for (const [row, nearness] of [0.2, 0.42, 0.66].entries())
    ridge(place, nearness, (share) => height * (0.52 + row * 0.1 + 0.05 * Math.sin(share * 4 + row * 2.2)), {
      steps: 6,
    })
  let grass = ''
  for (let x = -4; x < width; x += 11) {
    const tall = dice.between(40, 120)
    grass += `M${x} ${height}q0-${n(tall * 0.6)} ${Math.round(dice.between(-18, 22))}-${n(tall)}l6 2q-8 ${n(tall * 0.5)} 2 ${n(tall)}z`
  }
  sheet.add(path(grass, hex(palette.depth(0.9))))
  motes(place, 30, [height * 0.35, height], 3, 0.95)
}

export const space = (place: Place) => {
  const { sheet, palette, light } = place
  const { dice, width, height } = sheet
  sheet.fill(
    sheet.linear(
      [
        [0, palette.dark],
        [1, mix(palette.sky, palette.dark, 0.3)],
      ],
      0,
      0,
      width,
      height
    )
  )
  for (let cloud = 0; cloud < 4; cloud++)
    sheet.glow(
      dice.between(0, width),
      dice.between(0, height * 0.8),
      height * dice.between(0.3, 0.6),
      cloud % 2 ? palette.second : palette.key,
      0.5
    )
  stars(place, 90, height)
  const r = height * dice.between(0.16, 0.3)
  const [x, y] = [width - light[0] + dice.between(-20, 20), height * dice.between(0.2, 0.36)]
  const surface = sheet.linear(
    [
      [0, lighter(palette.key, 0.1)],
      [0.45, mix(palette.key, palette.second, 0.6)],
      [1, palette.dark],
    ],
    light[0] > x ? x + r : x - r,
    y - r * 0.6,
    light[0] > x ? x - r : x + r,
    y + r * 0.6
  )
  if (dice.chance(0.5)) {
    const ring = (sweep: number) =>
      `<path d="M${n(x - r * 1.7)} ${n(y + r * 0.5)}A${n(r * 1.8)} ${n(r * 0.42)}-16 0 ${sweep} ${n(x + r * 1.7)} ${n(y - r * 0.5)}" fill="none" stroke="${hex(lighter(palette.key, 0.06))}" stroke-width="${n(r * 0.12)}" opacity=".7"/>`
    sheet.add(ring(1), circle(x, y, r, surface), ring(0))
  } else sheet.add(circle(x, y, r, surface))
  sheet.add(
    circle(width * dice.next(), height * dice.between(0.1, 0.6), r * 0.14, hex(mix(palette.key, palette.second, 0.5)))
  )
}

export const deep = (place: Place) => {
  const { sheet, palette } = place
  const { dice, width, height } = sheet
  sheet.fill(
    sheet.linear(
      [
        [0, lighter(palette.key, -0.1)],
        [0.5, mix(palette.key, palette.dark, 0.6)],
        [1, palette.dark],
      ],
      0,
      0,
      0,
      height
    )
  )
  shafts(place, 6, 0.2)
  for (const nearness of [0.45, 0.7, 0.95]) {
    let kelp = ''
    for (let x = dice.between(0, 40); x < width; x += dice.between(50, 110)) {
      const tall = height * dice.between(0.3, 0.7)
      const sway = dice.between(10, 24)
      kelp += `M${n(x)} ${height}q${n(-sway)}-${n(tall / 4)} 0-${n(tall / 2)}t0-${n(tall / 2)}q${n(sway)} ${n(tall / 4)} 7 ${n(tall / 2)}t7 ${n(tall / 2)}z`
    }
    sheet.add(path(kelp, hex(palette.depth(nearness))))
    ridge(place, nearness, (share) => height * (0.78 + nearness * 0.12 + 0.03 * Math.sin(share * 7 + nearness * 9)), {
      steps: 8,
      mist: 0,
    })
  }
  motes(place, 36, [0, height], 3, 0.5)
}

export const lanterns = (place: Place) => {
  const { sheet, palette } = place
  const { dice, width, height } = sheet
  sky(place, 1, 0.5)
  ridge(place, 0.4, (share) => height * (0.6 - 0.1 * Math.sin(share * 7)), { steps: 10, sharp: true })
  const gate = width * dice.between(0.3, 0.7)
  const colour = hex(mix(palette.key, palette.dark, 0.55))
  if (dice.chance(0.6))
    sheet.add(
      path(
        `M${n(gate - 170)} ${n(height * 0.2)}q170 22 340 0l8 22q-178 22-356 0zM${n(gate - 140)} ${n(height * 0.34)}h280v14h-280z`,
        colour
      ),
      path(
        `M${n(gate - 122)} ${n(height * 0.22)}h24l-6 ${height}h-26zM${n(gate + 98)} ${n(height * 0.22)}h24l8 ${height}h-26z`,
        colour
      )
    )
  const glowing = lighter(palette.key, 0.06)
  for (const [size, count] of [
    [9, 9],
    [17, 5],
    [30, 3],
  ] as const) {
    const [half, wide] = [Math.round(size * 0.6), Math.round(size * 1.2)]
    let papers = ''
    let bands = ''
    for (let lantern = 0; lantern < (count * width) / 400; lantern++) {
      const [x, y] = [dice.between(0, width), dice.between(0.04, size > 20 ? 0.34 : 0.6) * height]
      if (size > 12) sheet.glow(x, y, size * 2.6, glowing, 0.5)
      const [left, top] = [Math.round(x) - half, Math.round(y) - size]
      papers += `M${left} ${top}h${wide}q${half} ${size} 0 ${size * 2}h-${wide}q-${half}-${size} 0-${size * 2}z`
      bands += `M${left} ${top}h${wide}m-${wide} ${size * 2}h${wide}`
    }
    sheet.add(path(papers, hex(mix(glowing, palette.second, size > 20 ? 0.12 : 0.05)), size > 12 ? 0.95 : 0.7))
    if (size > 12) sheet.add(stroke(bands, hex(palette.dark), size * 0.16))
  }
}

export const ruins = (place: Place) => {
  const { sheet, palette } = place
  const { dice, width, height } = sheet
  sky(place, 0.85)
  disc(place, height * dice.between(0.08, 0.16))
  ridge(place, 0.15, (share) => height * (0.56 - 0.1 * Math.sin(share * 5)), { steps: 9, sharp: true })
  for (const nearness of [0.3, 0.55, 0.85]) {
    const wide = 18 + nearness * 34
    let columns = ''
    let flutes = ''
    for (let x = dice.between(-30, 60); x < width; x += wide * dice.between(2.2, 4)) {
      const top = height * dice.between(0.08, 0.5)
      columns += `M${n(x)} ${height}V${n(top + dice.between(0, 16))}l${n(wide * 0.3)} ${n(dice.between(-14, 4))} ${n(wide * 0.4)} ${n(dice.between(0, 12))} ${n(wide * 0.3)} ${n(dice.between(-16, 6))}V${height}z`
      flutes += `M${n(x + wide * 0.25)} ${n(top + 26)}V${height}M${n(x + wide * 0.5)} ${n(top + 26)}V${height}`
    }
    sheet.add(
      path(
        columns,
        sheet.linear(
          [
            [0, palette.depth(nearness)],
            [1, mix(palette.depth(nearness), palette.air, 0.4)],
          ],
          0,
          height * 0.2,
          0,
          height
        )
      )
    )
    sheet.add(stroke(flutes, hex(palette.depth(Math.min(1, nearness + 0.2))), 2, 0.5))
  }
  shafts(place, 4, 0.13)
  motes(place, 14, [height * 0.2, height], 2.4, 0.6)
}
