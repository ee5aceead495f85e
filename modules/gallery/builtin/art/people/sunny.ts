import { Canvas, ellipse, line, path, rect } from '../flat/canvas.ts'
import { rain } from '../flat/nature.ts'
import type { Picture } from '../picture.ts'
import { bust, moved, onBust } from '../solid/cloth.ts'
import { cap, hairline, lock, rootAt, out } from '../solid/hair.ts'
import { head, onSkull } from '../solid/head.ts'
import { ball, place, sheet, tube, type Material, type Mesh } from '../solid/mesh.ts'
import { add, bump, chance, light, mix, smooth, type Vec } from '../solid/vector.ts'

/** A round loaf, scored and dusted, 20 cm across. */
export const loaf = (): Mesh[] => {
  const crust: Material = { colour: '#b4682a', facet: 0.08, gloss: 0.16, sharp: 10 }
  const [deep, brown, gold, flour] = ['#6e3610', '#a05c1e', '#c47f30', '#f2d9a4'].map(light) as [Vec, Vec, Vec, Vec]
  const colours: Vec[] = []
  const body = ball([10, 7, 10], crust, [150, 96])
  const points = body.points.map(([x, y, z]): Vec => {
    const top = smooth(0.5, 3.4, y)
    // three cuts across, each with a lip that rose in the oven
    const along = x * 0.8 + z * 0.45
    const cut = along - Math.round(Math.min(1, Math.max(-1, along / 3.1))) * 3.1
    const length = smooth(7.6, 5.4, Math.abs(z * 0.85 - x * 0.45) + Math.abs(along) * 0.3)
    const open = bump(cut, 0.42) * length * top
    const lip = bump(cut + 0.75, 0.3) * length * top
    const dust = (0.5 + 0.5 * Math.sin(x * 0.9 + z * 0.5)) * smooth(2.5, 6, y) * 0.16
    const base = mix(mix(deep, brown, smooth(-5, 1.5, y)), gold, 0.35 * smooth(1, 6, y))
    colours.push(mix(mix(mix(base, flour, dust), deep, lip * 0.75), flour, open * 0.8))
    return [x * (1 + lip * 0.02), y - open * 0.7 + lip * 0.8, z]
  })
  return [{ ...body, points, colours }]
}

export const portrait = (): Picture => {
  const b = new Canvas(512, 512)
  b.fill(b.linear(['0 #16264f', '.55 #22305c', '1 #2a1720'], [0, 0, 0.8, 1]))
  for (let y = 0; y < 13; y++)
    for (let x = 0; x < 8; x++)
      b.add(
        rect(
          x * 78 - (y % 2) * 39 - 20,
          y * 42,
          74,
          38,
          '#3a4c82',
          `opacity="${(0.12 + ((x * 7 + y * 5) % 5) * 0.05).toFixed(2)}" rx="2"`
        )
      )
  b.add(path('M26 -10L236 -10L200 150L-20 150Z', b.linear(['0 #8fb8ff .9', '1 #38589c .8'])))
  b.add(
    rain(70, 230, 150, 4, '#dcebff', 0.55, 26),
    line('M118 -10L88 150M6 66H220', '#101a38', 7),
    line('M26 -10L-20 150H200L236 -10', '#101a38', 9)
  )
  b.glow(100, 60, 300, '#7fb0ff', 0.4)
  for (const [row, y] of [290, 392].entries()) {
    b.add(rect(0, y, 512, 10, '#3c2214'))
    for (let n = 0; n < 6; n++)
      b.add(
        ellipse(30 + n * 96 + row * 30, y - 16, 40, 30, b.linear(['0 #e9a551', '1 #6e3414'])),
        line(`M${10 + n * 96 + row * 30} ${y - 24}q18 -20 40 0`, '#f5dcae', 4)
      )
  }
  b.glow(500, 400, 360, '#ff8a2a', 0.75)
  b.facets(23, [480, 380], '#ffd09a', '#040818', 0.17, 92)

  const h = head({
    skin: '#7a482c',
    blood: '#7e4a2e',
    lips: '#7d4237',
    brows: '#140b08',
    iris: '#7d4a22',
    jaw: 0.96,
    eyes: 1.42,
    open: 1.04,
    irisSize: 0.64,
    facet: 0.14,
    fullness: 0.95,
    noseWidth: 1.3,
    noseLength: -0.8,
    smile: 1.35,
    drop: 0.55,
    beard: { colour: '#1c110c', thick: 0.5 },
    mouth: 1.12,
    cheek: 0.3,
    browIn: 0.25,
    browOut: 0.2,
    gaze: [0.2, 0, 1],
    turn: [2, -17, 6],
    neck: 0.92,
  })
  const black: Material = { colour: '#17100e', gloss: 0.5 }
  const random = chance(12)
  const dreads: Mesh[] = []
  for (let n = 0; n < 46; n++) {
    const round = (random() - 0.5) * 320
    const crown = n < 22
    const root = rootAt(
      crown ? round : Math.sign(round) * (70 + random() * 80),
      crown ? 4 + random() * 26 : 52 + random() * 24,
      0.6
    )
    const tip = out(root, crown ? 0.32 : 0.12)
    const side = Math.sign(root[0]) || 1
    dreads.push(
      lock(
        [
          root,
          tip,
          add(tip, [side * (0.8 + random() * 2.4), crown ? 0.4 - random() * 2 : -3, random() - 0.5]),
          add(tip, [side * (1.4 + random() * 3.4), crown ? -2.5 - random() * 3 : -6.5 - random() * 3, random() - 0.5]),
        ],
        0.95,
        { facet: 0.1, colour: n % 5 === 0 ? '#5a2f18' : n % 2 ? '#1b110e' : '#261712', gloss: 0.3 },
        0.9,
        0.55
      )
    )
  }
  const wrap: Material = { colour: '#e2a024', facet: 0.2, gloss: 0.1 }
  const scarf = sheet(
    (u, v) => {
      const round = (u - 0.5) * 2 * Math.PI
      const a = Math.abs(u - 0.5) * 360
      const low = a < 80 ? 47 + smooth(20, 80, a) * 30 : 77 + smooth(80, 160, a) * 10
      const b2 = ((low - 30 + v * 30) * Math.PI) / 180
      return onSkull(
        [Math.sin(b2) * Math.sin(round), Math.cos(b2), Math.sin(b2) * Math.cos(round)],
        1.15 + Math.sin(v * Math.PI) * 0.5 + Math.sin(u * 60 + v * 5) * 0.16
      )
    },
    [120, 10],
    wrap,
    true
  )
  const flour: Mesh = place(
    ball([1, 0.5, 0.25], { colour: '#efe7da', facet: 0.9 }, [7, 5]),
    [-4.6, 0.5, 4.35],
    [0, -28, 24]
  )
  const denim: Material = { colour: '#27557a', facet: 0.15, gloss: 0.06 }
  const frame = { shoulders: 19.5, collar: 6.6 }
  const meshes = [
    ...h.meshes,
    ...h.wear(
      cap(black, hairline(38, 70, 124, 0.8)),
      ...dreads,
      scarf,
      flour,
      place(ball([1.4, 1, 1], wrap, [8, 6]), [-7.4, 5.4, -5]),
      lock(
        [
          [-7.4, 5.4, -5],
          [-11, 5.6, -5],
          [-13, 3, -4],
        ],
        1.5,
        wrap,
        0.3
      ),
      lock(
        [
          [-7.4, 5.2, -5],
          [-10.4, 3, -5],
          [-11, -0.6, -4],
        ],
        1.3,
        wrap,
        0.3
      )
    ),
    bust({ colour: '#cfc2ac', facet: 0.2 }, { ...frame, folds: 0, seed: 8 }),
    // a round neckline, the bib of the apron and its straps
    tube(
      Array.from({ length: 25 }, (_, n): Vec => {
        const a = (n / 24) * Math.PI * 2
        return [Math.sin(a) * 6.7, -10.6 - Math.max(0, Math.cos(a)) * 1.1, Math.cos(a) * 6.5 - 4.6]
      }),
      [0.75, 0.75],
      { colour: '#e6dcc8', facet: 0.1 },
      { sides: 10, steps: 60, up: [0, 1, 0] }
    ),
    sheet(
      (u, v) => {
        const y = -18.6 - v * 24
        const wide = 7.4 + 7 * smooth(0.05, 0.55, v)
        return onBust((u - 0.5) * 2 * wide, y, 0.55, frame)
      },
      [60, 40],
      denim
    ),
    tube(
      Array.from({ length: 21 }, (_, n) => onBust((n / 20 - 0.5) * 14.8, -18.7, 0.62, frame)),
      [0.5, 0.5],
      { ...denim, colour: '#3f7aa6' },
      { sides: 8, steps: 40 }
    ),
    ...[-1, 1].flatMap((s) => [
      sheet(
        (u, v) => {
          const y = -12.1 - v * 7.4
          return onBust(s * (8.2 - v * 1.8 + (u - 0.5) * 2.6), y, 0.6, frame)
        },
        [8, 40],
        denim
      ),
      place(
        ball([0.8, 0.8, 0.4], { colour: '#d8b25a', gloss: 1, facet: 0.1 }, [16, 12]),
        onBust(s * 6.4, -19.4, 1, frame)
      ),
    ]),
    ...moved(loaf(), [9.8, -18.6, 15], [38, -8, -14], 0.74),
  ]
  const v = new Canvas(512, 512)
  for (let n = 0; n < 40; n++)
    v.add(
      ellipse(
        (n * 131) % 512,
        (n * 89) % 512,
        1 + (n % 3) * 0.6,
        1 + (n % 3) * 0.6,
        '#ffe9c8',
        `opacity="${(0.2 + (n % 4) * 0.12).toFixed(2)}"`
      )
    )
  v.glow(500, 430, 300, '#ff8f35', 0.3)
  v.vignette('#03040c', 0.55)
  return {
    width: 512,
    height: 512,
    backdrop: b,
    blur: 2.6,
    veil: v,
    bloom: 0.5,
    scene: {
      camera: { eye: [0, -3, 96], target: [0.8, -3.6, 0], view: 41 },
      meshes,
      lights: [
        { at: [32, -2, 30], colour: '#ffad6a', strength: 2.5, soft: 0.22 },
        { at: [-34, 26, -6], colour: '#6f9dff', strength: 4, soft: 0.15 },
        { at: [-16, 16, 44], colour: '#a8b4ff', strength: 0.5, soft: 0.5 },
      ],
      sky: '#6a86d8',
      ground: '#b4561c',
      ambient: 0.42,
      crease: 2.2,
    },
  }
}
