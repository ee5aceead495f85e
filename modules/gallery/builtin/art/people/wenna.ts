import { Canvas, circle, line, path, rect } from '../flat/canvas.ts'
import { hills, ridge, stars } from '../flat/nature.ts'
import type { Picture } from '../picture.ts'
import { bust, moved, scarf } from '../solid/cloth.ts'
import { cap, hairline, lock, plait } from '../solid/hair.ts'
import { head } from '../solid/head.ts'
import { ball, box, lathe, painted, place, sheet, tube, type Material } from '../solid/mesh.ts'
import { chance, type Vec } from '../solid/vector.ts'

const iron: Material = { colour: '#2a211d', facet: 0.9, gloss: 0.6, sharp: 22 }

/** A lantern about 10 cm high, hanging from the origin. */
export const lantern = () => [
  tube(
    [
      [0, 0, 0],
      [0.9, 0.9, 0],
      [0, 1.9, 0],
      [-0.9, 0.9, 0],
      [0, 0, 0],
    ],
    [0.22, 0.22],
    iron,
    { steps: 24 }
  ),
  lathe(
    [
      [0.2, 0],
      [1.2, -0.4],
      [3.6, -2.6],
      [3.6, -3],
      [2.6, -3],
    ],
    iron,
    6
  ),
  place(
    painted(
      lathe(
        [-2.9, -2, -1.2, -0.4, 0.4, 1.2, 2, 2.9].map((y) => [1.9 - y * y * 0.03, y] as const),
        { colour: '#ffbe5a', glow: 1.1, facet: 0.2 },
        14
      ),
      ([, y]) => (Math.abs(y + 0.6) < 1 ? '#fff6d0' : Math.abs(y + 0.6) < 2 ? '#ffd070' : '#e88a2c')
    ),
    [0, -6, 0]
  ),
  ...[0, 1, 2, 3, 4, 5].map((n) =>
    place(box([0.35, 6.2, 0.35], iron), [Math.sin((n * Math.PI) / 3) * 2.7, -6, Math.cos((n * Math.PI) / 3) * 2.7])
  ),
  lathe(
    [
      [0, -9.8],
      [2.6, -9.8],
      [3.4, -9.4],
      [3.4, -8.9],
      [2.2, -8.9],
    ],
    iron,
    6
  ),
]

const hood = (material: Material) => {
  const random = chance(21)
  const rough = Array.from({ length: 31 * 13 }, () => (random() - 0.5) * 0.7)
  return sheet(
    (u, v) => {
      const a = (u - 0.5) * Math.PI * 1.56
      const [wide, high] = [11.2 + v * 2.2 - v * v * 3, 13.6 + v * 1.4 - v * v * 3]
      const r = rough[Math.round(v * 12) * 31 + Math.round(u * 30)]!
      const close = 1 - v ** 3 * 0.9
      const down = Math.cos(a) < 0 ? 1.25 : 1
      return [
        Math.sin(a) * (wide + r) * close * (Math.cos(a) < 0 ? 1 - Math.cos(a) * 0.35 : 1),
        1.2 + Math.cos(a) * (high + r) * down * (1 - v ** 4 * 0.6),
        5.4 - v * 19 - (1 - Math.cos(a)) * 1.6 + r,
      ]
    },
    [30, 12],
    { facet: 0.85, gloss: 0.04, airy: true, ...material }
  )
}

export const portrait = (): Picture => {
  const b = new Canvas(512, 512)
  b.fill(b.linear(['0 #0b1524', '.5 #1f3d55', '.66 #54818c', '.7 #2b5260', '1 #0c1a26']))
  b.add(stars(50, 512, 190, 3, '#cfe6ea'))
  b.glow(104, 112, 190, '#bfe0e6', 0.55)
  b.add(circle(104, 112, 30, '#eaf4ee', 'opacity=".95"'))
  b.add(path(ridge(512, 512, 300, 90, 5), '#1c3c4e', 'opacity=".75"'), path(hills(512, 512, 338, 18, 8), '#12303d'))
  b.add(rect(0, 344, 512, 168, b.linear(['0 #7fa9ab .8', '.25 #33606c .7', '1 #0c1a26 0'])))
  for (let n = 0; n < 26; n++)
    b.add(
      line(
        `M${(n * 97) % 512} ${352 + ((n * 41) % 150)}h${20 + ((n * 37) % 70)}`,
        '#cfe8e4',
        1.2,
        `opacity="${0.1 + (n % 4) * 0.07}"`
      )
    )
  b.facets(4, [104, 112], '#cdeef2', '#02060c', 0.16, 84)
  b.add(rect(0, 300, 512, 90, b.linear(['0 #cfe2de 0', '.5 #cfe2de .35', '1 #cfe2de 0'])))

  const white: Material = { colour: '#d9d4cc' }
  const cloak: Material = { colour: '#4a3358' }
  const h = head({
    skin: '#c48a68',
    blood: '#a8452f',
    lips: '#9a4f48',
    brows: '#d8d2c8',
    iris: '#4e8f9c',
    age: 1.15,
    jaw: 0.98,
    open: 0.85,
    brow: 1.1,
    browOut: -0.2,
    smile: 0.45,
    noseHook: 0.35,
    cheek: 0.25,
    fullness: 0.7,
    gaze: [0.32, -0.12, 1],
    turn: [2, 24, -3],
    neck: 0.9,
  })
  const at: Vec = [12.4, -8.6, 11]
  const meshes = [
    ...h.meshes,
    ...h.wear(
      cap(white, hairline(47, 78, 120, 0.9)),
      ...[-1, 1].flatMap((s) =>
        [0, 1, 2, 3].map((n) =>
          lock(
            [
              [s * (0.4 + n * 0.8), 11.4 - n * 0.5, 4.6 - n * 0.5],
              [s * (4.5 + n * 0.7), 9.6 - n * 1.1, 4.2 - n],
              [s * (7.6 + n * 0.2), 4.5 - n, 1.6 - n],
              [s * (8.3 - n * 0.1), -2 - n, -0.4 - n * 0.6],
            ],
            1.15,
            { colour: n % 2 ? '#c4beb8' : '#e6e1d8' }
          )
        )
      ),
      hood(cloak)
    ),
    ...plait((t) => [-7.6 - Math.sin(t * 3) * 1.6 + t * 1.5, -6 - t * 24, 3.6 + Math.sin(t * 2.4) * 4.4], 1.5, 5, {
      colour: '#dcd6cd',
    }),
    bust(cloak, { folds: 0.9, seed: 5, shoulders: 20, collar: 8 }),
    scarf({ colour: '#6b4a68' }, { at: -13.6, radius: 8.6, thick: 2, turns: 1, tilt: 0.6 }),
    place(ball([1.3, 1.3, 0.9], { colour: '#c98a3a', facet: 0.9, gloss: 1.2, sharp: 30 }, [8, 6]), [0.8, -16.6, 7.4]),
    ...moved(lantern(), at, [0, 16, 0], 1.12),
    tube(
      [
        [at[0] + 4.6, -46, at[2] - 1],
        [at[0] + 4.4, -20, at[2] - 1],
        [at[0] + 4.2, -0.6, at[2] - 1],
      ],
      [0.9, 0.85, 0.8],
      { colour: '#6a4630', facet: 0.6 },
      { sides: 9 }
    ),
    tube(
      [
        [at[0] + 4.2, -2.4, at[2] - 0.8],
        [at[0] + 2.6, -1.4, at[2] - 0.4],
        [at[0] + 0.5, -2.2, at[2]],
        [at[0] - 0.1, -4.4, at[2]],
        [at[0], -6.9, at[2]],
      ],
      [0.36, 0.34, 0.32, 0.3, 0.3],
      { colour: '#3a3640', facet: 0.4, gloss: 1 },
      { sides: 7, steps: 16 }
    ),
  ]
  const v = new Canvas(512, 512)
  v.glow(392, 300, 220, '#ffb648', 0.26)
  v.vignette('#04070e', 0.62)
  return {
    width: 512,
    height: 512,
    backdrop: b,
    blur: 1.2,
    veil: v,
    bloom: 0.5,
    scene: {
      camera: { eye: [0, -3, 96], target: [1.2, -4.4, 0], view: 39 },
      meshes,
      lights: [
        { at: [13, -14, 18], colour: '#ffa552', strength: 1.5, reach: 15, soft: 0.35, shadow: false },
        { at: [-34, 26, -14], colour: '#8fd0ff', strength: 3.4, soft: 0.1 },
        { at: [-20, 18, 40], colour: '#7fa8c8', strength: 0.5, soft: 0.4 },
      ],
      sky: '#6f93b8',
      ground: '#4a2c22',
      ambient: 0.34,
      crease: 2.6,
    },
  }
}
