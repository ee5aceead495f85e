import { blend, css, lit } from '../craft/colour.ts'
import { line, n, shape, soft, straight, type Point } from '../craft/lines.ts'
import { conifer } from './conifer.ts'
import { crowns, treeline } from './forest.ts'
import { facets, paintMountains } from './mountains.ts'
import { mist, ridge, tone, type Scene } from './scene.ts'

/** Rolling land, with grass and flowers at our feet. */
export function paintMeadow(scene: Scene): void {
  const { dice, height, horizon, reading } = scene
  const points = ridge(scene, 0.14, { base: () => horizon - height * 0.02, reach: height * 0.07, rough: 0.5 })
  facets(scene, points, 0.14, height * 0.08, false)
  mist(scene, horizon + height * 0.03, height * 0.06, 0.5)
  for (let layer = 0; layer < 5; layer++) {
    const share = layer / 4
    const [wave, turn] = [height * 0.03, dice.between(0, 6)]
    const base = (at: number) =>
      horizon + height * (0.03 + share ** 1.25 * 0.34) + Math.sin(at * (3.5 - share) + turn) * wave
    hill(scene, 0.22 + share * 0.62, base)
    if (layer < 3 && dice.chance(0.7))
      treeline(scene, 0.32 + share * 0.55, (at) => base(at) + 5, height * (0.02 + share * 0.02), 46)
    if (layer < 3) mist(scene, base(0.5) + height * 0.05, height * 0.05, 0.22)
  }
  if (reading.weather.has('leaves')) crowns(scene)
  grass(scene, scene.place === 'garden' || reading.weather.has('petals') || dice.chance(0.6))
}

/** A soft hill whose side towards the light is lit. */
function hill(scene: Scene, nearness: number, base: (share: number) => number): void {
  const { plate, palette, width, height, light } = scene
  const points: Point[] = []
  for (let step = 0; step <= 16; step++) points.push([(width * step) / 16, base(step / 16)])
  const body = tone(scene, nearness)
  const d = `${soft(points, false)}V${n(height + 10)}H0z`
  plate.add(shape(d, css(body)))
  const glow = plate.radial([[0, blend(palette.light, palette.horizon, 0.4), 0.42 * (1.1 - nearness)], [1, palette.horizon, 0]], light[0], base(light[0] / width) - 10, width * 0.55) // prettier-ignore
  plate.add(shape(d, glow))
  plate.add(
    line(
      soft(points, false),
      css(blend(body, palette.light, 0.45)),
      1.6,
      `opacity="${(0.5 * (1 - nearness * 0.6)).toFixed(2)}"`
    )
  )
}

export function grass({ plate, palette, dice, width, height, light }: Scene, isFlowering: boolean): void {
  for (const nearness of [0.5, 1]) {
    let [blades, flowers] = ['', '']
    const floor = height * (nearness === 1 ? 1.02 : 0.97)
    for (let i = 0; i < 210; i++) {
      const x = dice.between(-10, width + 10)
      const edge = Math.abs(x / width - 0.5) * 2
      const tall = height * dice.between(0.02, 0.045 + edge * 0.06) * (nearness === 1 ? 1.15 : 0.85)
      const [lean, w] = [dice.about(0, 46), 1.4 + nearness * 2.2]
      const near = Math.max(0, 1 - Math.abs(x - light[0]) / (width * 0.5))
      const hue = css(
        blend(blend(palette.far, palette.near, 0.5 + nearness * 0.5), palette.light, near * 0.16 * (1.4 - nearness))
      )
      blades += shape(
        `M${n(x - w)} ${n(floor)}Q${n(x)} ${n(floor - tall * 0.6)} ${n(x + lean)} ${n(floor - tall)}Q${n(x + w + lean * 0.1)} ${n(floor - tall * 0.5)} ${n(x + w)} ${n(floor)}z`,
        hue
      )
      if (isFlowering && i % 5 === 0)
        flowers += flower(
          x + lean,
          floor - tall,
          3 + nearness * 5 * dice.next(),
          css(blend(blend(palette.accent, palette.light, dice.next() * 0.5), palette.near, 0.3 * dice.next())),
          dice.next()
        )
    }
    plate.add(blades, flowers)
  }
}

function flower(x: number, y: number, r: number, hue: string, turn: number): string {
  let petals = ''
  for (let i = 0; i < 5; i++) {
    const angle = (i / 5 + turn) * 2 * Math.PI
    petals += `<ellipse cx="${n(x + Math.cos(angle) * r * 0.7)}" cy="${n(y + Math.sin(angle) * r * 0.55)}" rx="${n(r * 0.66)}" ry="${n(r * 0.5)}" fill="${hue}"/>`
  }
  return petals
}

/** Dunes: a crest winds down, light on one side of it and shadow on the other. */
export function paintDesert(scene: Scene): void {
  const { plate, palette, dice, width, height, horizon, side } = scene
  if (dice.chance(0.6))
    facets(
      scene,
      ridge(scene, 0.12, { base: () => horizon, reach: height * 0.05, rough: 0.42 }),
      0.12,
      height * 0.05,
      false
    )
  for (let layer = 0; layer < 5; layer++) {
    const share = layer / 4
    const nearness = 0.1 + share * 0.68
    const base = horizon + height * (0.01 + share ** 1.2 * 0.36)
    const top = dice.between(0.2, 0.8) * width
    const peak: Point = [top, base - height * dice.between(0.04, 0.1)]
    const line0: Point[] = [[-40, base + dice.between(-10, 30)], [top * 0.5, base - height * dice.between(-0.01, 0.03)], peak, [top + (width - top) * 0.5, base + height * dice.between(0, 0.03)], [width + 40, base + dice.between(-20, 30)]] // prettier-ignore
    const body = tone(scene, nearness)
    const bright = blend(lit(body, 0.05), palette.light, palette.isNight ? 0.14 : 0.34 * (1 - nearness * 0.5))
    const d = `${soft(line0, false)}V${n(height + 10)}H-40z`
    plate.add(shape(d, plate.isFlat ? css(bright) : plate.linear([[0, bright], [1, blend(bright, body, 0.7)]], 0, base - height * 0.1, 0, base + height * 0.25))) // prettier-ignore
    const crest: Point[] = [peak]
    for (let step = 1; step <= 5; step++)
      crest.push([
        top + side * Math.sin(step * 1.15) * width * 0.07 * (step / 3) + side * step * 6,
        peak[1] + (height * 0.42 * step ** 1.35) / 5 ** 1.35,
      ])
    const away = side > 0 ? line0.slice(0, 3) : line0.slice(2)
    const outer = side > 0 ? away : away.toReversed()
    const shadow = `${soft(outer, false)}${soft(crest, false).replace(/^M[^C]*/, '')}V${n(height + 10)}H${side > 0 ? -40 : n(width + 40)}z`
    plate.add(shape(shadow, css(blend(body, palette.near, 0.22)), 'opacity=".8"'))
    if (layer < 4) mist(scene, base + height * 0.05, height * 0.04, 0.2)
  }
}

/** Snow to the hills, and dark firs. */
export function paintSnowfield(scene: Scene): void {
  const { plate, palette, dice, height, horizon } = scene
  paintMountains({ ...scene, height: horizon + height * 0.25 }, 3)
  mist(scene, horizon + height * 0.06, height * 0.08, 0.5)
  for (let layer = 0; layer < 4; layer++) {
    const share = layer / 3
    const turn = dice.between(0, 6)
    const base = (at: number) => horizon + height * (0.08 + share * 0.25) + Math.sin(at * 4 + turn) * height * 0.025
    const body = blend(blend(palette.light, palette.sky, 0.2 + share * 0.42), palette.zenith, share * 0.3)
    snowbank(scene, base, [body, blend(body, palette.sky, 0.55)])
    if (layer < 3) firs(scene, 0.35 + share * 0.5, base, height * (0.06 + share * 0.1))
  }
  plate.add(plate.glow(scene.light[0], horizon + height * 0.1, scene.width * 0.5, palette.light, 0.3, 0.4))
}

function snowbank(
  { plate, width, height }: Scene,
  base: (at: number) => number,
  [top, low]: readonly [Scene['palette']['sky'], Scene['palette']['sky']]
): void {
  const points: Point[] = []
  for (let step = 0; step <= 14; step++) points.push([(width * step) / 14, base(step / 14)])
  plate.add(shape(`${soft(points, false)}V${n(height + 10)}H0z`, plate.linear([[0, top], [1, low]], 0, base(0.5) - 20, 0, base(0.5) + height * 0.2, 2))) // prettier-ignore
}

function firs(scene: Scene, nearness: number, base: (at: number) => number, tall: number): void {
  const { plate, palette, dice, width } = scene
  for (let i = 0; i < 9; i++) {
    const at = dice.chance(0.5) ? dice.next() ** 1.5 * 0.42 : 1 - dice.next() ** 1.5 * 0.42
    const [x, y, size] = [at * width, base(at) + tall * 0.06, tall * dice.between(0.6, 1.2)]
    const d = conifer(scene, x, y, size)
    plate.add(shape(d, css(tone(scene, nearness))))
    plate.add(plate.clipped(shape(straight([[x + scene.side * size, y - size], [x + scene.side * size, y], [x + scene.side * size * 0.03, y], [x, y - size]]), css(blend(palette.light, palette.sky, 0.25)), 'opacity=".5"'), d)) // prettier-ignore
  }
}
