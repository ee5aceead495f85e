import { Canvas, circle, path, rect } from '../flat/canvas.ts'
import { hills, ridge, stars } from '../flat/nature.ts'
import { lantern } from '../people/wenna.ts'
import type { Picture } from '../picture.ts'
import { moved } from '../solid/cloth.ts'
import { ball, lathe, place, sheet, tube, type Material, type Mesh } from '../solid/mesh.ts'
import { beam, block, ground } from '../solid/room.ts'
import { between, chance, type Vec } from '../solid/vector.ts'

const boat = (wood: Material, length = 5): Mesh =>
  sheet(
    (u, v) => {
      const a = (u - 0.5) * Math.PI
      const w = between([0.05, 0.7, 0.95, 0.95, 0.75, 0.1], v)
      const rise = between([1.25, 0.75, 0.6, 0.6, 0.7, 1.05], v)
      return [Math.sin(a) * w, rise - Math.cos(a) * 0.62, (v - 0.5) * length]
    },
    [12, 18],
    { facet: 0.8, gloss: 0.2, ...wood }
  )

/** The Hollow Water by night: the stone jetty, the lock cottage, the ferry with its light. */
export const scene = (): Picture => {
  const b = new Canvas(1600, 900)
  b.fill(b.linear(['0 #07101d', '.3 #17344b', '.5 #4c7c8c', '.545 #86aeb0', '.55 #2a5260', '1 #06101a']))
  b.add(stars(200, 1600, 380, 11, '#d7ecef'))
  b.glow(1120, 190, 460, '#c7e6ea', 0.55)
  b.add(circle(1120, 190, 58, '#f2f8f2'), circle(1102, 172, 9, '#d5e3df'), circle(1138, 208, 13, '#d9e6e2'))
  b.facets(17, [1120, 190], '#d6f2f6', '#01050a', 0.13, 150)
  b.add(
    path(ridge(1600, 500, 372, 200, 21), '#3d6a7a', 'opacity=".55"'),
    path(ridge(1600, 500, 430, 130, 14), '#24495a', 'opacity=".85"'),
    path(hills(1600, 500, 474, 24, 6, 5), '#163644')
  )
  b.add(rect(0, 430, 1600, 90, b.linear(['0 #bcd8d8 0', '.7 #bcd8d8 .5', '1 #bcd8d8 .1'])))

  const random = chance(3)
  const stone: Material = { colour: '#3c444c', facet: 0.9, gloss: 0.3 }
  const wood: Material = { colour: '#33251d', facet: 0.9, gloss: 0.2 }
  const water = ground(
    [-46, 46],
    [6, -60],
    0,
    [130, 110],
    { colour: '#0c2630', gloss: 1.1, sharp: 130, facet: 0.35 },
    undefined,
    (x, z) =>
      Math.sin(x * 1.7 + z * 0.6) * 0.035 + Math.sin(x * 0.7 - z * 1.9) * 0.045 + Math.sin(z * 3.1 + x * 2.3) * 0.02
  )
  const jetty: Mesh[] = []
  for (let n = 0; n < 17; n++)
    for (let k = 0; k < 3; k++)
      jetty.push(
        block(
          [-5.6 + k * 1.12 + n * 0.2 + (random() - 0.5) * 0.06, 0.62 + (random() - 0.5) * 0.05, 3.6 - n * 1.12],
          [1.08, 0.5, 1.07],
          { ...stone, colour: ['#3c444c', '#333b44', '#454c52', '#2c343c'][Math.floor(random() * 4)]! },
          6 + (random() - 0.5) * 3
        )
      )
  for (let n = 0; n < 6; n++)
    jetty.push(
      place(
        lathe(
          [
            [0.16, 0],
            [0.18, 1.7],
            [0.24, 1.75],
            [0.2, 2],
            [0, 2.05],
          ],
          wood,
          8
        ),
        [-2.25 + n * 0.53, 0.1, 2.4 - n * 3]
      )
    )
  const cottage: Mesh[] = []
  const c: Vec = [-11.6, 0, -13.5]
  for (let r = 0; r < 7; r++)
    for (let k = 0; k < 7; k++)
      if (!(r >= 2 && r <= 4 && (k === 2 || k === 4)))
        cottage.push(
          block([c[0] - 2.6 + k * 0.9 + (r % 2) * 0.24, 0.7 + r * 0.62, c[2]], [0.92, 0.66, 4.4], {
            ...stone,
            colour: ['#242a31', '#1e242b', '#2b3138'][Math.floor(random() * 3)]!,
          })
        )
  for (const s of [-1, 1])
    cottage.push(
      place(
        block([0, 0, 0], [4.6, 0.25, 5.4], { colour: '#1a1d24', facet: 1 }),
        [c[0] + s * 1.62, 6.1, c[2]],
        [0, 0, s * -42]
      )
    )
  cottage.push(
    block([c[0] + 2, 7, c[2] - 1], [0.9, 2.6, 0.9], stone),
    block([c[0], 5.4, c[2]], [4.6, 1.4, 4], { colour: '#1e242b' })
  )
  for (const k of [2, 4])
    cottage.push(
      block([c[0] - 2.5 + k * 0.9, 2.56, c[2] + 1.9], [0.74, 1.5, 0.1], { colour: '#ffb24c', glow: 1.5 }),
      block([c[0] - 2.5 + k * 0.9, 2.56, c[2] + 2], [0.07, 1.6, 0.1], stone),
      block([c[0] - 2.5 + k * 0.9, 2.6, c[2] + 2], [0.8, 0.07, 0.1], stone)
    )
  const ferry: Vec = [2.3, -0.05, -3.4]
  const meshes = [
    water,
    ...jetty,
    ...cottage,
    place(boat({ colour: '#4a3020' }), ferry, [0, 58, 0], 1.15),
    ...[-1.1, 0.2, 1.3].map((d) =>
      block([ferry[0] + d * 0.85, 0.62, ferry[2] + d * 0.53], [0.34, 0.1, 1.7], { colour: '#5a3c26' }, 58)
    ),
    beam([4.5, 0.5, -2.05], [4.85, 3, -1.85], 0.12, wood),
    beam([4.85, 3, -1.85], [4.2, 3, -2.25], 0.1, wood),
    ...moved(lantern(), [4.24, 2.96, -2.22], [0, 20, 0], 0.1),
    beam([1, 0.7, -4.4], [2.6, 5.4, -5.6], 0.09, wood),
    ...Array.from({ length: 26 }, (_, n) => {
      const x = 8 + random() * 7
      const h = 1 + random() * 1.6
      return tube(
        [
          [x, 0, 1.8 - n * 0.25],
          [x + 0.1, h * 0.7, 1.8 - n * 0.25],
          [x + 0.5 * (random() - 0.3), h, 1.8 - n * 0.25],
        ],
        [0.05, 0.035, 0.01],
        { colour: '#1f2f2c', facet: 0.6 },
        { sides: 4, steps: 5 }
      )
    }),
    place(ball([0.32, 0.26, 0.5], { colour: '#cfd4d2', facet: 0.6 }, [9, 7]), [-3.6, 1.2, -0.6], [0, 40, 0]),
    tube(
      [
        [-3.4, 1.3, -0.3],
        [-3.2, 1.7, -0.1],
        [-3.25, 2, -0.05],
        [-3.1, 2.05, 0.1],
      ],
      [0.12, 0.09, 0.1, 0.05],
      { colour: '#dfe3e0', facet: 0.5 },
      { sides: 6 }
    ),
    place(ball([0.05, 0.04, 0.12], { colour: '#d9822a' }, [6, 5]), [-3.05, 2.02, 0.2], [0, 40, 0]),
  ]
  const v = new Canvas(1600, 900)
  v.glow(1004, 486, 230, '#ffb648', 0.42)
  v.glow(330, 480, 190, '#ffab48', 0.3)
  for (const [y, h, o] of [
    [470, 120, 0.3],
    [560, 150, 0.16],
    [690, 150, 0.1],
  ] as const)
    v.add(rect(0, y, 1600, h, v.linear([`0 #cfe2de 0`, `.5 #cfe2de ${o}`, `1 #cfe2de 0`])))
  v.vignette('#02060c', 0.55)
  return {
    width: 1600,
    height: 900,
    backdrop: b,
    veil: v,
    bloom: 0.5,
    scene: {
      camera: { eye: [-0.6, 2.9, 9.4], target: [-0.2, 1.75, -2], view: 8.8 },
      meshes,
      lights: [
        { at: [14, 17, -42], colour: '#cfeaf4', strength: 2.6, soft: 0.05, shadow: false },
        { at: [4.3, 2.2, -1.7], colour: '#ffa642', strength: 2.6, reach: 2.1, soft: 0.3, shadow: false },
        { at: [-10.6, 2.5, -10.4], colour: '#ff9c3a', strength: 2, reach: 2.4, soft: 0.3, shadow: false },
        { at: [-20, 20, 24], colour: '#5f86a8', strength: 0.5, soft: 0.5 },
      ],
      sky: '#4f7890',
      ground: '#122028',
      ambient: 0.5,
      crease: 0.5,
      haze: { colour: '#5d8c96', from: 12, to: 62, most: 0.9 },
    },
  }
}
