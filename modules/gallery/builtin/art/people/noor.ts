import { Canvas, circle, ellipse, group, line, path, rect } from '../flat/canvas.ts'
import { hills } from '../flat/nature.ts'
import type { Picture } from '../picture.ts'
import { bust, moved, scarf } from '../solid/cloth.ts'
import { cap, hairline, lock, rootAt } from '../solid/hair.ts'
import { head, onSkull } from '../solid/head.ts'
import { ball, lathe, place, sheet, tube, type Material, type Mesh } from '../solid/mesh.ts'
import { chance, smooth, type Vec } from '../solid/vector.ts'
import { key } from './ilario.ts'

const brass: Material = { colour: '#b9823a', facet: 0.5, gloss: 1.4, sharp: 26 }

export const portrait = (): Picture => {
  const b = new Canvas(512, 512)
  b.fill(b.linear(['0 #0f4a55', '.34 #3f8c8a', '.6 #f0c487', '.74 #ffdf9f', '1 #e8a05c']))
  b.glow(356, 286, 330, '#fff0bc', 0.9)
  b.add(circle(356, 286, 96, '#fff6d8'))
  for (let n = 0; n < 9; n++)
    b.add(ellipse((n * 173) % 512, 40 + n * 24, 120 - n * 6, 5, '#ffe9c4', `opacity="${(0.16 + n * 0.03).toFixed(2)}"`))
  b.add(
    path(hills(512, 512, 372, 12, 4), '#c98a5a', 'opacity=".6"'),
    rect(0, 378, 512, 134, b.linear(['0 #f6d6a4', '1 #a8603a']))
  )
  for (const [x, y, s] of [
    [74, 376, 1],
    [140, 378, 0.6],
    [470, 378, 0.7],
  ] as const)
    b.add(
      group(
        `transform="translate(${x} ${y}) scale(${s})"`,
        path('M-34 -6L36 -6L26 12L-26 12Z', '#4a1f1c'),
        line('M0 -6V-112M-20 -6V-84', '#4a1f1c', 3),
        path('M2 -110Q34 -66 30 -14L2 -14Z', '#a83a2a'),
        path('M-2 -90Q-32 -54 -30 -14L-2 -14Z', '#7a2a26')
      )
    )
  b.facets(41, [356, 286], '#fffbe6', '#123038', 0.19, 88)

  const skin = { skin: '#8a5230', blood: '#a83a1c', lips: '#8a3f34' }
  const h = head({
    ...skin,
    brows: '#160d0b',
    iris: '#2f8a86',
    age: 0.4,
    jaw: 1,
    cheek: 0.5,
    eyes: 1.12,
    open: 0.82,
    fullness: 1.2,
    noseHook: 0.35,
    noseLength: 0.1,
    smile: 0.6,
    brow: 1.1,
    browIn: -0.2,
    browOut: 0.35,
    gaze: [-0.25, 0.12, 1],
    turn: [-5, -33, -3],
    neck: 0.88,
  })
  const teal: Material = { colour: '#14707a', facet: 0.85, gloss: 0.08 }
  const wrap = (from: number, to: number, more: number, material: Material, seed: number) =>
    sheet(
      (u, v) => {
        const round = (u - 0.5) * 2 * Math.PI
        const a = Math.abs(u - 0.5) * 360
        const low = ((from + (to - from) * v + smooth(20, 110, a) * (to > 30 ? 30 : 8)) * Math.PI) / 180
        return onSkull(
          [Math.sin(low) * Math.sin(round), Math.cos(low), Math.sin(low) * Math.cos(round)],
          more + Math.sin(v * Math.PI * 3) * 0.3 + Math.sin(u * 40 + seed + v * 6) * 0.2
        )
      },
      [44, 8],
      material,
      true
    )
  const goggle = (s: number): Mesh[] => {
    const at: Vec = [s * 3.9, 8.3, 6.6 - 0.6]
    const turn: Vec = [62, s * 20, 0]
    return [
      place(
        lathe(
          [
            [2.5, 0],
            [3.1, 0.3],
            [3.1, 1.6],
            [2.7, 2],
          ],
          brass,
          20
        ),
        at,
        turn
      ),
      place(
        ball([2.6, 0.8, 2.6], { colour: '#1d8a8e', gloss: 2.4, sharp: 40, facet: 0.7 }, [12, 8]),
        [at[0], at[1] + 0.7, at[2] + 1.2],
        turn
      ),
    ]
  }
  const random = chance(77)
  const strands = Array.from({ length: 18 }, (_, n): Mesh => {
    const s = n % 2 ? 1 : -1
    const root = rootAt(s * (70 + random() * 50), 74 + random() * 10, 0.6)
    return lock(
      [
        root,
        [root[0] + s * 0.8 + 1, root[1] - 4, root[2]],
        [root[0] + s * 0.4 + 3 + random() * 2, root[1] - 8, root[2] - 1],
        [root[0] + 5 + random() * 4, root[1] - 12 - random() * 3, root[2] - 2],
      ],
      1.3,
      { colour: n % 3 ? '#1a0f0d' : '#2b1814' }
    )
  })
  const tail = (shift: number, colour: string, length: number, seed: number): Mesh => {
    const wave = chance(seed)() * 6
    return sheet(
      (u, v) => {
        const w = (v - 0.5) * (5.2 - u * 1.4) + Math.sin(u * 7 + wave) * 1.2
        return [
          6 + u * length,
          -11 + shift + u * 4.5 + w + Math.sin(u * 4 + wave) * 1.8,
          -7 + Math.cos(u * 6 + v * 2 + wave) * 2.2,
        ]
      },
      [22, 5],
      { colour, facet: 0.85, airy: true }
    )
  }
  const meshes = [
    ...h.meshes,
    ...h.wear(
      cap({ colour: '#1a0f0d' }, hairline(42, 84, 122, 0.8)),
      ...strands,
      wrap(2, 40, 1.6, teal, 1),
      wrap(33, 46, 2, { colour: '#1b8a8c', facet: 0.85 }, 4),
      tube(
        [
          [-9.6, 5.6, -3],
          [-8, 8, 3.6],
          [-4, 8.8, 6.6],
          [0, 8.8, 7.6],
          [4, 8.8, 6.6],
          [8, 8, 3.6],
          [9.6, 5.6, -3],
        ],
        [0.7, 0.7],
        { colour: '#2b1712', facet: 0.6 },
        { sides: 6, steps: 30, up: [0, 1, 0] }
      ),
      ...goggle(-1),
      ...goggle(1),
      tube(
        [
          [4.9, 6, 4.35],
          [4.4, 4.5, 4.75],
          [4.2, 3.6, 4.6],
        ],
        [0.06, 0.17, 0.06],
        { colour: '#d89a78', gloss: 0.4 },
        { sides: 5, steps: 8 }
      ),
      tube(
        [0, 1, 2, 3, 4, 5, 6, 7, 8].map((n): Vec => [
          8.6 + Math.sin((n / 4) * Math.PI) * 0.3,
          -2.2 + Math.cos((n / 4) * Math.PI) * 1.4,
          -2 + Math.sin((n / 4) * Math.PI) * 1.4,
        ]),
        [0.22, 0.22],
        brass,
        { steps: 20 }
      )
    ),
    bust({ colour: '#5a2a1c' }, { shoulders: 18, collar: 8, folds: 0.7, seed: 9 }),
    ...[-1, 1].map((s) =>
      tube(
        [
          [s * 9, -11.6, -1],
          [s * 8, -15, 6],
          [s * 5.6, -24, 9.6],
          [s * 5, -40, 11.4],
        ],
        [1.4, 2.2, 2.4, 2.4],
        { colour: '#7a3c24', facet: 1 },
        { sides: 6, flat: 0.5 }
      )
    ),
    scarf({ colour: '#c8402e' }, { at: -15.4, radius: 8.8, thick: 2.1, seed: 3, tilt: -0.5, drop: 3 }),
    scarf({ colour: '#d99a34' }, { at: -13, radius: 8.2, thick: 1.7, seed: 8, tilt: 0.6, drop: 2.4 }),
    scarf({ colour: '#14707a' }, { at: -10.9, radius: 7.6, thick: 1.6, seed: 5, tilt: -0.4, drop: 2 }),
    tail(0, '#c8402e', 21, 3),
    tail(3.4, '#14707a', 17, 9),
    tube(
      [
        [-4, -14, 6.4],
        [-1.4, -19, 9.6],
        [0.4, -22, 11],
      ],
      [0.16, 0.16],
      brass,
      { sides: 5 }
    ),
    ...moved(key(), [0.5, -23, 11.4], [0, 10, 4], 0.86),
    tube(
      [
        [-18, -46, 13],
        [-14, -34, 14],
        [-11, -27.6, 14.6],
      ],
      [1.9, 1.9, 1.7],
      brass,
      { sides: 10 }
    ),
  ]
  const v = new Canvas(512, 512)
  v.glow(380, 280, 260, '#ffe2a0', 0.3)
  v.fill(v.linear(['0 #0b2a30 .3', '.35 #0b2a30 0', '.75 #5a1f10 0', '1 #3a1208 .5']))
  v.vignette('#1c0d08', 0.42)
  return {
    width: 512,
    height: 512,
    backdrop: b,
    blur: 1.6,
    veil: v,
    bloom: 0.5,
    scene: {
      camera: { eye: [0, -8, 96], target: [0.4, -4.2, 0], view: 41 },
      meshes,
      lights: [
        { at: [34, 10, -16], colour: '#ffca7a', strength: 5, soft: 0.2 },
        { at: [-30, 20, 34], colour: '#a8e0e0', strength: 1.5, soft: 0.3 },
        { at: [10, -30, 26], colour: '#ffb070', strength: 0.7, soft: 0.5, shadow: false },
      ],
      sky: '#8cc8cc',
      ground: '#d88a4a',
      ambient: 0.42,
      crease: 2.2,
    },
  }
}
