import { Canvas, group, line, path, rect } from '../flat/canvas.ts'
import { rain, wisp } from '../flat/nature.ts'
import type { Picture } from '../picture.ts'
import { fist, moved } from '../solid/cloth.ts'
import { ball, box, mirrored, painted, place, sheet, slab, tube, type Material, type Mesh } from '../solid/mesh.ts'
import { along, between, chance, mix, smooth, turned, type Vec } from '../solid/vector.ts'

const green: Material = { colour: '#4f8a3c', facet: 0.9, gloss: 0.35, sharp: 12, through: '#7a9a2a' }

/** A dragon's head looking towards us, about 30 cm from horns to chin. */
const dragonHead = (): Mesh[] => {
  const random = chance(6)
  const rough = Array.from({ length: 2000 }, () => (random() - 0.5) * 0.5)
  const sections: Vec[] = [
    [-9, 3, 0],
    [-6, 4.4, 0],
    [-1, 4.6, 0],
    [3, 3.6, 0],
    [7, 1.2, 0],
    [11, 0, 0],
    [14.4, 0, 0],
    [17, -0.6, 0],
    [18.2, -1.2, 0],
  ]
  const wide = [2, 6.6, 8.6, 7.6, 6, 5.6, 6.2, 5, 0.1]
  const high = [2, 6.2, 7.4, 6, 4.4, 3.7, 3.9, 3, 0.1]
  const upper = painted(
    sheet(
      (u, v) => {
        const at = along(sections, v)
        const a = u * Math.PI * 2
        const r = 1 + rough[Math.round(u * 30) * 31 + Math.round(v * 26)]! * 0.1
        const flat = Math.cos(a) < -0.2 ? 0.72 : 1
        return [Math.sin(a) * between(wide, v) * r, at[1] + Math.cos(a) * between(high, v) * r * flat, at[0]]
      },
      [30, 26],
      green,
      true
    ),
    ([, y, z], i) =>
      y < -1.4 + z * 0.02 ? '#b7b36a' : ['#4f8a3c', '#447d38', '#5c9844', '#3e7436', '#6aa04a'][(i * 7) % 5]!
  )
  const jaw = painted(
    sheet(
      (u, v) => {
        const a = u * Math.PI * 2
        return [
          Math.sin(a) * between([6.4, 6.4, 5.6, 5.2, 4.6, 1], v),
          -3.3 - v * 0.6 + Math.cos(a) * between([3, 2.2, 1.9, 1.8, 1.6, 0.4], v) - smooth(0.6, 0, v) * 0.4,
          -1 + v * 17.6,
        ]
      },
      [24, 12],
      green,
      true
    ),
    (_, i) => ['#a9aa5c', '#b7b36a', '#9aa254'][i % 3]!
  )
  const bone: Material = { colour: '#cdbb94', facet: 0.85, gloss: 0.4 }
  const half: Mesh[] = [
    tube(
      [
        [4.6, 9.4, -3],
        [6.6, 14, -5],
        [10, 17, -6],
        [12.2, 20.4, -4],
      ],
      [2.3, 1.9, 1.3, 0.15],
      bone,
      { sides: 8, steps: 12 }
    ),
    ...[0.16, 0.34, 0.52].map((t) =>
      tube(
        Array.from({ length: 9 }, (_, n): Vec => {
          const m = along(
            [
              [4.6, 9.4, -3],
              [6.6, 14, -5],
              [10, 17, -6],
              [12.2, 20.4, -4],
            ],
            t
          )
          const r = between([2.4, 2, 1.4, 0.2], t)
          const a = (n / 8) * Math.PI * 2
          return [m[0] + Math.cos(a) * r * 0.8, m[1] + Math.cos(a) * r * -0.5, m[2] + Math.sin(a) * r]
        }),
        [0.3, 0.3],
        { colour: '#a08c62' },
        { sides: 5, steps: 16 }
      )
    ),
    sheet(
      (u, v) => {
        const tip: Vec = [18.6, 6.4 + Math.sin(v * 9) * 1.6, -6]
        return mix([8, 7.4 - v * 6.4, -2.6], tip, u ** 0.9 * (0.75 + 0.25 * Math.sin(v * Math.PI)))
      },
      [6, 6],
      { ...green, colour: '#6f8f34', through: '#d0701c', airy: true }
    ),
    place(
      ball([2.35, 2.35, 2.2], { colour: '#e0a02a', gloss: 1.4, sharp: 60, facet: 0.1, glow: 0.15 }, [22, 16]),
      [5, 5.6, 4.8]
    ),
    place(ball([0.55, 1.75, 0.4], { colour: '#0d0a06', facet: 0 }, [10, 10]), [5.35, 5.3, 6.85], [8, 14, 0]),
    place(ball(0.42, { colour: '#ffffff', glow: 1.4 }, [7, 6]), [4.7, 6.5, 6.95]),
    tube(
      [
        [2.4, 6.4, 6.6],
        [4, 7.9, 6.7],
        [6.4, 7.7, 5.6],
        [8.2, 6, 3],
      ],
      [0.8, 1.15, 1.1, 0.5],
      { ...green, colour: '#38682f' },
      { sides: 7, steps: 12 }
    ),
    tube(
      [
        [2.8, 4.2, 6.4],
        [4.6, 3.3, 6.7],
        [6.8, 3.9, 5.6],
      ],
      [0.4, 0.6, 0.4],
      { ...green, colour: '#5c9844' },
      { sides: 6, steps: 10 }
    ),
    place(ball([1.5, 1.1, 1.3], green, [9, 7]), [2.9, 3.2, 15.2]),
    place(ball([0.7, 0.5, 0.6], { colour: '#16180c', facet: 0.2 }, [8, 6]), [3.1, 3.2, 16.3]),
    tube(
      [
        [2.6, -2.4, 16.2],
        [2.7, -4.6, 16.8],
      ],
      [0.6, 0.05],
      { colour: '#efe6d0', gloss: 0.6 },
      { sides: 6, steps: 4 }
    ),
    tube(
      Array.from({ length: 13 }, (_, n): Vec => {
        const a = Math.PI + (n / 12) * Math.PI
        return [3.9 + Math.cos(a) * 3.1, 4.1 + Math.sin(a) * 2.5, 10.4 - Math.abs(Math.cos(a)) * 0.3]
      }),
      [0.24, 0.24],
      { colour: '#d8a640', gloss: 1.6, facet: 0.3 },
      { sides: 6, steps: 30 }
    ),
    tube(
      [
        [0.8, 4.1, 10.2],
        [7, 4.1, 10.2],
      ],
      [0.2, 0.2],
      { colour: '#d8a640', gloss: 1.6 },
      { sides: 5, steps: 4 }
    ),
    tube(
      [
        [7, 4.1, 10.2],
        [8.6, 4.6, 4],
        [8.8, 4.8, -1],
      ],
      [0.2, 0.2],
      { colour: '#d8a640', gloss: 1.6 },
      { sides: 5, steps: 8 }
    ),
  ]
  const crest = [0, 1, 2, 3, 4].map((n) =>
    tube(
      [
        [0, 11.4 - n * 0.2 - (n > 2 ? (n - 2) * 0.9 : 0), -4 + n * 2.2],
        [0, 17 - n * 1.2, -5.4 + n * 2.2],
      ],
      [1.5 - n * 0.14, 0.05],
      { colour: '#d0702c', facet: 0.9, through: '#ff7a2a' },
      { sides: 5, steps: 4 }
    )
  )
  return [
    upper,
    jaw,
    ...half,
    ...half.map(mirrored),
    ...crest,
    tube(
      [
        [-0.9, 4.2, 10.3],
        [0, 4.8, 10.8],
        [0.9, 4.2, 10.3],
      ],
      [0.22, 0.22],
      { colour: '#d8a640', gloss: 1.6 },
      { sides: 5, steps: 8 }
    ),
  ]
}

export const portrait = (): Picture => {
  const b = new Canvas(512, 512)
  b.fill(b.linear(['0 #3d3427', '1 #1a130d'], [0, 0, 1, 1]))
  for (const [row, y] of [92, 226, 360, 494].entries()) {
    b.add(rect(0, y, 512, 14, '#2a1d12'))
    for (let n = 0, x = -8; n < 24; n++) {
      const w = 14 + ((n * 7 + row * 5) % 12)
      const tall = 70 + ((n * 13 + row * 7) % 36)
      b.add(
        rect(x, y - tall, w, tall, ['#7a3b2c', '#4c5a48', '#8f7a4a', '#40506a', '#6a5a44', '#a08e68'][(n + row) % 6]!),
        rect(x + 3, y - tall + 12, w - 6, 12, '#e0d2ac', 'opacity=".75"')
      )
      x += w + 3
    }
  }
  b.fill(b.linear(['0 #9fb8c8 .55', '.4 #2a241c .3', '1 #0a0604 .8'], [0, 0, 1, 0.8]))
  b.add(
    group(
      'opacity=".95"',
      path('M-10 -10H150V210L70 250L-10 210Z', b.linear(['0 #c6d8e0', '1 #6f8794'])),
      rain(60, 150, 230, 3, '#f2f9ff', 0.6, 30),
      line('M70 -10V250M-10 110H150', '#1d150e', 8),
      line('M150 -10V210L70 250L-10 210', '#1d150e', 12)
    )
  )
  b.glow(470, 380, 280, '#ffb052', 0.62)
  b.facets(51, [60, 80], '#eaf6ff', '#060402', 0.18, 92)

  const turn: Vec = [6, -27, 3]
  const put = (p: Vec): Vec => turned(p, turn)
  const white: Material = { colour: '#e8e2d6', facet: 1 }
  const tie: Material = { colour: '#6b3f22', facet: 1 }
  const neck = painted(
    sheet(
      (u, v) => {
        const a = u * Math.PI * 2
        const at = along(
          [
            [0, 2, -5],
            [1.6, -8, -8],
            [1, -18, -6],
            [0, -30, -4],
            [0, -48, -2],
          ],
          v
        )
        const w = between([6.6, 7, 9, 14, 21, 24], v)
        return [at[0] + Math.sin(a) * w, at[1] + Math.cos(a * 2) * 0.3, at[2] + Math.cos(a) * w * 0.8]
      },
      [30, 22],
      green,
      true
    ),
    ([x, , z], i) =>
      z > 0.5 && Math.abs(x) < 7
        ? Math.floor(i / 30) % 2
          ? '#7d7440'
          : '#695f30'
        : ['#4f8a3c', '#447d38', '#5c9844', '#3e7436'][(i * 7) % 4]!
  )
  const claw = (): Mesh[] => [
    ...fist({ colour: '#4f8a3c', facet: 0.9, through: '#7a9a2a' }),
    ...[0, 1, 2, 3].map((n) =>
      tube(
        [
          [-2.6 + n * 1.75, -1, 2.4],
          [-2.6 + n * 1.75, -2.6, 2.9],
          [-2.6 + n * 1.7, -4, 2.2],
        ],
        [0.75, 0.5, 0.05],
        { colour: '#e6dcc0', gloss: 0.7, facet: 0.7 },
        { sides: 6, steps: 6 }
      )
    ),
  ]
  const meshes = [
    ...dragonHead().map((mesh) => ({ ...mesh, points: mesh.points.map(put) })),
    neck,
    place(
      slab(
        [
          [-7, 0],
          [-1, -7],
          [-0.4, -1.6],
          [-4, 3],
        ],
        0.9,
        white
      ),
      [0, -13.6, 6.4],
      [-22, -12, 0]
    ),
    place(
      slab(
        [
          [7, 0],
          [4, 3],
          [0.4, -1.6],
          [1, -7],
        ],
        0.9,
        white
      ),
      [0, -13.6, 6.4],
      [-22, 12, 0]
    ),
    place(
      slab(
        [
          [-1.7, 1.2],
          [1.7, 1.2],
          [1.1, -2],
          [-1.1, -2],
        ].reverse() as [number, number][],
        1.8,
        tie
      ),
      [0, -15.4, 8],
      [-14, 0, 0]
    ),
    place(
      slab(
        [
          [-1.2, 0],
          [1.2, 0],
          [3, -16],
          [0, -20],
          [-3, -16],
        ].reverse() as [number, number][],
        1.2,
        tie
      ),
      [0, -17, 8.4],
      [-16, 0, 0]
    ),
    ...moved(
      [
        box([15, 11, 0.4], { colour: '#c9a25c' }),
        place(box([14, 10.6, 0.3], { colour: '#efe7d4' }), [0.4, 0.9, 0.3]),
        place(box([15, 10, 0.4], { colour: '#b98f48' }), [0, -0.6, 0.8]),
        place(box([5, 2, 0.2], { colour: '#f4ecd8' }), [-3.6, 2, 1.1]),
      ],
      [11.6, -21.6, 11.4],
      [-12, -16, 8]
    ),
    ...moved(claw(), [14.6, -24, 14], [4, -14, 12], 1.05),
    ...moved(claw(), [-14.6, -25.4, 12], [0, 18, -8], 1.05),
    tube(
      [
        [-15.4, -17, 16.6],
        [-12.4, -24, 16],
        [-11.4, -27, 15.6],
      ],
      [0.42, 0.42, 0.1],
      { colour: '#1c2a52', gloss: 0.9 },
      { sides: 7, steps: 6 }
    ),
  ]
  const v = new Canvas(512, 512)
  v.add(
    group(
      `filter="${v.blur(4)}"`,
      wisp(150, 236, 220, 30, '#e8ece8', 9, 0.4),
      wisp(196, 232, 200, -24, '#e8ece8', 7, 0.34)
    )
  )
  v.glow(500, 420, 250, '#ffb454', 0.26)
  v.vignette('#060302', 0.55)
  return {
    width: 512,
    height: 512,
    backdrop: b,
    blur: 2.6,
    veil: v,
    bloom: 0.45,
    scene: {
      camera: { eye: [0, -2, 110], target: [-0.4, -3.4, 0], view: 45 },
      meshes: meshes.map((mesh) => place(mesh, [0, 0, 0])),
      lights: [
        { at: [32, 4, 28], colour: '#ffb765', strength: 2.5, soft: 0.2 },
        { at: [-34, 26, -4], colour: '#bfe0ff', strength: 3, soft: 0.12 },
        { at: [-24, 16, 40], colour: '#a8c4d8', strength: 0.6, soft: 0.4 },
      ],
      sky: '#8fa8b0',
      ground: '#8a5a2a',
      ambient: 0.36,
      crease: 2.6,
    },
  }
}
