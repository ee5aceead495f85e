import { Canvas, circle, ellipse, group, path, rect } from '../flat/canvas.ts'
import { stars, wisp } from '../flat/nature.ts'
import type { Picture } from '../picture.ts'
import { bust, moved } from '../solid/cloth.ts'
import { cap, combed, hairline, lock, rootAt } from '../solid/hair.ts'
import { head, onSkull } from '../solid/head.ts'
import { ball, lathe, place, sheet, tube, type Material, type Mesh } from '../solid/mesh.ts'
import { along, bump, smooth, type Vec } from '../solid/vector.ts'

/** A paper lantern hanging from the origin, about 12 cm high. */
export const paperLantern = (): Mesh[] => [
  lathe(
    [
      [2.4, -12],
      [4, -11.4],
      [5.2, -9.6],
      [5.4, -9.2],
      [5.7, -7],
      [5.5, -6.6],
      [5.2, -4.4],
      [4, -2.6],
      [2.4, -2],
    ],
    { colour: '#ff5a2c', glow: 1.1, facet: 0.5 },
    14
  ),
  ...[-1.4, -12.6].map((y) =>
    place(
      lathe(
        [
          [2.6, -0.7],
          [2.6, 0.7],
          [0, 0.7],
        ],
        { colour: '#1b0e14' },
        12
      ),
      [0, y, 0]
    )
  ),
  tube(
    [
      [0, 0, 0],
      [0, 6, 0],
    ],
    [0.2, 0.2],
    { colour: '#1b0e14' },
    { sides: 5, steps: 2 }
  ),
]

export const portrait = (): Picture => {
  const b = new Canvas(512, 512)
  b.fill(b.linear(['0 #140a38', '.5 #3a1660', '.8 #7a2260', '1 #a83a4a']))
  b.add(stars(70, 512, 260, 5, '#ffe9ff'))
  b.glow(250, 150, 290, '#ff9ac0', 0.34)
  b.add(
    circle(250, 132, 108, b.linear(['0 #fff0cc', '1 #ffb7a0']), 'opacity=".92"'),
    circle(214, 104, 20, '#f6cfa8', 'opacity=".5"'),
    circle(292, 168, 28, '#f6cfa8', 'opacity=".4"')
  )
  const red = b.linear(['0 #e2453a', '1 #6d1030'])
  b.add(
    path('M-20 92Q256 54 532 92L520 40Q256 66 -8 40Z', '#4a0a24'),
    path('M-8 62Q256 88 520 62L526 82Q256 104 -14 82Z', red),
    rect(56, 70, 42, 442, red),
    rect(414, 70, 42, 442, red),
    rect(-10, 150, 532, 30, red),
    rect(236, 84, 36, 70, red)
  )
  for (const [x, y, s] of [
    [20, 330, 1],
    [150, 372, 0.7],
    [372, 360, 0.75],
    [486, 318, 1.05],
  ] as const) {
    b.glow(x, y, 100 * s, '#ff7a3a', 0.7)
    b.add(
      group(
        `transform="translate(${x} ${y}) scale(${s})"`,
        ellipse(0, 0, 24, 30, b.radial(['0 #ffe0a0', '.6 #ff6a32', '1 #c0242a'])),
        rect(-12, -34, 24, 7, '#1b0e14'),
        rect(-12, 28, 24, 7, '#1b0e14')
      )
    )
  }
  b.facets(31, [250, 140], '#ffd6ea', '#0a0220', 0.18, 88)

  const h = head({
    skin: '#e4b296',
    blood: '#d8543e',
    lips: '#c4545a',
    brows: '#1c1024',
    iris: '#75472a',
    jaw: 0.78,
    chin: -1.5,
    eyes: 1.6,
    open: 1.2,
    irisSize: 0.76,
    facet: 0.12,
    fullness: 0.95,
    noseWidth: 0.68,
    noseHook: -0.55,
    noseLength: -1.25,
    smile: 0.9,
    mouth: 0.98,
    cheek: 0.45,
    brow: 0.75,
    browIn: 0.22,
    browOut: 0.15,
    gaze: [-0.06, 0.02, 1],
    turn: [-1, 14, -8],
    neck: 0.7,
    wing: true,
  })
  const tones = { deep: '#150c26', ridge: '#3a2456', sheen: '#8a6cc6' }
  // a bob that follows the skull and curls in under the chin, and a fringe
  const bob = combed(
    (u, t) => {
      const round = 56 + u * 248
      const front = Math.max(bump(round - 56, 34), bump(round - 304, 34))
      if (t < 0.5) return rootAt(round, 8 + t * 164, 1.3 + t * 1.5)
      const k = (t - 0.5) * 2
      const from = rootAt(round, 90, 2.05)
      const wide = 1 + 0.13 * Math.sin(k * Math.PI * 0.85) - 0.2 * k ** 4
      return [
        from[0] * wide + Math.sign(from[0]) * 0.2,
        from[1] - k * (11.6 + front * 1.6),
        (from[2] + 3) * wide - 3 + front * k * 1.4,
      ]
    },
    { count: 19, deep: 0.6, ragged: 0.07, sheen: 0.36, seed: 8 },
    tones
  )
  const fringe = combed(
    (u, t) => {
      const x = u * 2 - 1
      const side = x * x
      return along(
        [
          rootAt(x * 40, 8, 1.3),
          rootAt(x * 58, 30, 2.1),
          rootAt(x * 60, 48, 2.1),
          [x * 7.9, 7.9 - side * 1.8, 6.8 - side * 3.6],
          [x * 8.1 + 0.3, 5.9 - side * 3.2 + (x + 0.2) * 0.3, 7 - side * 3.9],
        ],
        t
      )
    },
    { count: 9, deep: 0.42, ragged: 0.13, sheen: 0.74, lean: 0.5, seed: 3, airy: true },
    tones
  )
  const band: Material = { colour: '#d8242c', facet: 0.15, gloss: 0.15 }
  const wrap = sheet(
    (u, v) => {
      const round = (u - 0.5) * 2 * Math.PI
      const a = Math.abs(u - 0.5) * 360
      const low = ((44 + smooth(20, 100, a) * 26 + v * 11) * Math.PI) / 180
      return onSkull(
        [Math.sin(low) * Math.sin(round), Math.cos(low), Math.sin(low) * Math.cos(round)],
        2.4 + Math.sin(v * Math.PI) * 0.35
      )
    },
    [96, 6],
    band,
    true
  )
  const navy: Material = { colour: '#24407e', facet: 0.35 }
  const steel: Material = { colour: '#6a6474', facet: 0.35, gloss: 1.2, sharp: 30 }
  const meshes = [
    ...h.meshes,
    ...h.wear(
      cap({ colour: '#150c26' }, hairline(40, 76, 118, 0.9)),
      bob,
      fringe,
      wrap,
      place(ball([1.5, 1.2, 1], band, [8, 6]), [9.9, 5.4, -2.6]),
      lock(
        [
          [9.9, 5.6, -2.6],
          [13, 7.6, -3],
          [16.4, 6.8, -3.4],
          [18.4, 8.6, -4],
        ],
        1.7,
        band,
        0.25
      ),
      lock(
        [
          [9.9, 5.2, -2.6],
          [12.6, 4, -3],
          [15, 1.4, -3.6],
          [17.4, 1, -4],
        ],
        1.5,
        band,
        0.25
      )
    ),
    bust(navy, { shoulders: 16, collar: 6.4, folds: 0.7, seed: 4 }),
    ...[-1, 1].map((s) =>
      tube(
        [
          [s * 6.6, -9.4, -4],
          [s * 6, -11.6, 3],
          [s * 2, -18, 8.6],
          [s * -3, -27, 11],
        ],
        [1.5, 1.7, 1.8, 1.9],
        { colour: '#b9afa4', facet: 0.7 },
        { sides: 8, flat: 0.6 }
      )
    ),
    ...moved(
      [
        lathe(
          [
            [3.4, 0],
            [4, 0.6],
            [8.4, 4.4],
            [10.6, 9],
            [11, 9.6],
            [10.4, 9.6],
            [9.8, 8.8],
          ],
          { colour: '#b81e28', gloss: 1.1, sharp: 26, facet: 0.3 },
          34
        ),
        place(
          lathe(
            [
              [0, 0.4],
              [5, 0.3],
              [9.9, 0],
            ],
            { colour: '#d69a4a', gloss: 0.9, sharp: 30, glow: 0.12 },
            30
          ),
          [0, 8.2, 0]
        ),
        place(ball([2.5, 0.9, 2.5], { colour: '#f6efe2', gloss: 0.5 }), [-3.4, 8.6, 3.6]),
        place(ball([1.3, 0.8, 1.3], { colour: '#f09a1c', gloss: 0.9, glow: 0.2 }), [-3.4, 9.2, 3.6]),
        ...[0, 1, 2, 3, 4, 5, 6].map((n) =>
          place(ball([0.7, 0.25, 0.7], { colour: '#4f9a3c' }, [7, 4]), [
            2 + Math.sin(n * 2.4) * 3.2,
            8.8,
            4 + Math.cos(n * 2.4) * 2.6,
          ])
        ),
        place(
          lathe(
            [
              [1.6, 0],
              [2.3, 0.4],
              [1.6, 0.8],
            ],
            { colour: '#e98aa0', facet: 1 },
            9
          ),
          [4.8, 8.5, 5]
        ),
      ],
      [2.4, -27.6, 17.5],
      [14, 0, 0],
      0.92
    ),
    ...moved(paperLantern(), [16.4, 15.6, -6], [0, 10, 0], 0.86),
  ]
  const v = new Canvas(512, 512)
  v.add(
    group(
      `filter="${v.blur(7)}"`,
      wisp(300, 420, 170, 40, '#fff2e0', 16, 0.34),
      wisp(362, 430, 150, -34, '#fff2e0', 20, 0.28),
      wisp(262, 428, 150, 24, '#ffe6d6', 12, 0.26)
    )
  )
  v.glow(460, 60, 200, '#ff6a3a', 0.34)
  v.vignette('#0a0220', 0.5)
  return {
    width: 512,
    height: 512,
    backdrop: b,
    blur: 2.4,
    veil: v,
    bloom: 0.55,
    scene: {
      camera: { eye: [0, -3, 96], target: [1.6, -3, 0], view: 37 },
      meshes,
      lights: [
        { at: [22, 26, 30], colour: '#ffc79c', strength: 1.5, soft: 0.35 },
        { at: [-34, 18, -14], colour: '#9a7aff', strength: 4.4, soft: 0.15 },
        { at: [5, -20, 24], colour: '#ffae6a', strength: 0.5, reach: 26, soft: 0.5, shadow: false },
        { at: [36, 8, -26], colour: '#ff4a3a', strength: 2, soft: 0.1 },
      ],
      sky: '#8a6ad8',
      ground: '#c0543a',
      ambient: 0.5,
      crease: 2,
    },
  }
}
