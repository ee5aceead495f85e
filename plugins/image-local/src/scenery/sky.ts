import { blend, css, lit } from '../craft/colour.ts'
import { disc, line, n, shape, soft, type Point } from '../craft/lines.ts'
import type { Scene } from './scene.ts'

/** From the zenith to the horizon, with what shines there. */
export function paintSky(scene: Scene): void {
  const { plate, palette, width, horizon, reading, dice } = scene
  const { zenith, sky } = palette
  const low = palette.horizon
  plate.fill(
    plate.linear(
      [
        [0, zenith],
        [0.42, blend(zenith, sky, 0.75)],
        [0.72, sky],
        [1, low],
      ],
      0,
      -40,
      0,
      horizon + 20,
      7
    )
  )
  const [x, y] = scene.light
  plate.add(plate.glow(x, y, width * 0.62, blend(palette.light, low, 0.55), palette.isNight ? 0.42 : 0.6))
  if (palette.isNight || reading.time === 'dusk') stars(scene)
  if (reading.weather.has('aurora')) aurora(scene)
  if (reading.weather.has('rainbow')) rainbow(scene)
  orb(scene)
  if (!plate.isFlat && !palette.isNight && scene.place !== 'clouds' && dice.chance(0.5)) cumulus(scene)
  if (reading.weather.has('storm')) lightning(scene)
  else if (dice.chance(0.85)) streaks(scene)
}

/** Sun or moon. */
function orb({ plate, palette, light: [x, y], reading, dice, height, width, horizon, isInset }: Scene): void {
  if (isInset || reading.weather.has('storm') || reading.weather.has('rain') || reading.moods.has('warm')) return
  // A low sun is a great one.
  const low = palette.isNight ? 0 : Math.max(0, y / horizon - 0.7) * 2.6
  const r = Math.min(width, height) * dice.between(0.05, 0.095) * (plate.isFlat ? 1.6 : 1 + low)
  const bright = css(lit(palette.light, 0.02))
  plate.add(plate.glow(x, y, r * 5.5, palette.light, 0.55))
  if (plate.isFlat) plate.add(disc(x, y, r * 1.5, css(blend(palette.horizon, palette.light, 0.4))))
  if (reading.weather.has('eclipse')) {
    plate.add(
      plate.glow(x, y, r * 3.4, palette.light, 1),
      disc(x, y, r * 1.25, bright),
      disc(x, y, r * 1.18, css(palette.zenith))
    )
    return
  }
  if (palette.isNight && !reading.moods.has('neon') && dice.chance(0.35)) {
    const d = `M${n(x)} ${n(y - r)}A${n(r)} ${n(r)} 0 1 1 ${n(x - r * 0.7)} ${n(y + r * 0.7)}A${n(r * 0.86)} ${n(r * 0.86)} 0 0 0 ${n(x)} ${n(y - r)}z`
    plate.add(shape(d, bright))
    return
  }
  plate.add(disc(x, y, r, bright))
  if (palette.isNight) {
    const grey = css(blend(palette.light, palette.sky, 0.25))
    for (let spot = 0; spot < 7; spot++) {
      const [turn, far] = [dice.between(0, 6.28), dice.between(0, 0.66) * r]
      plate.add(
        disc(x + Math.cos(turn) * far, y + Math.sin(turn) * far, r * dice.between(0.06, 0.24), grey, 'opacity=".5"')
      )
    }
  }
}

export function stars(scene: Scene, count = 260): void {
  const { plate, palette, width, horizon } = scene
  const dice = scene.dice.branch('stars')
  const white = css(blend(palette.light, [1, 0, 0], 0.5))
  let small = ''
  for (let i = 0; i < count; i++) {
    const y = horizon * dice.next() ** 1.35
    const opacity = (0.25 + 0.75 * dice.next()) * (1 - y / (horizon * 1.1))
    small += disc(dice.between(0, width), y, 0.5 + dice.next() ** 4 * 2.2, white, `opacity="${opacity.toFixed(2)}"`)
  }
  plate.add(small)
  for (let i = 0; i < 7; i++) {
    const [x, y] = [dice.between(0, width), dice.between(0, horizon * 0.6)]
    const r = dice.between(3, 8)
    plate.add(
      plate.glow(x, y, r * 3.2, palette.light, 0.5),
      line(`M${n(x - r)} ${n(y)}h${n(2 * r)}M${n(x)} ${n(y - r)}v${n(2 * r)}`, white, 0.9)
    )
  }
}

/** Clouds like towers, with a bright side. */
function cumulus({ plate, palette, dice, width, horizon, light, side }: Scene): void {
  for (let cloud = dice.chance(0.5) ? 2 : 3; cloud > 0; cloud--) {
    const [x, y] = [dice.between(0, 1) * width, horizon * dice.between(0.45, 0.86)]
    const size = width * dice.between(0.03, 0.06)
    const near = Math.max(0, 1 - Math.hypot(x - light[0], y - light[1]) / (width * 0.8))
    const shade = blend(palette.sky, palette.horizon, 0.45)
    const bright = blend(blend(palette.horizon, palette.light, 0.55), palette.light, near * 0.4)
    let heads = ''
    for (let head = 0; head < 22; head++) {
      const out = dice.about(0, 1)
      const r = size * dice.between(0.5, 1.05) * (1.15 - Math.abs(out) * 0.75)
      const [cx, cy] = [x + out * size * 3.6, y - (1 - Math.abs(out)) * size * dice.between(0, 2.1) - r * 0.4]
      const paint = plate.linear([[0, bright], [0.75, shade], [1, shade]], cx + side * r * 0.6, cy - r * 0.9, cx - side * r * 0.5, cy + r) // prettier-ignore
      heads += disc(cx, cy, r, paint, 'opacity=".85"')
    }
    plate.add(
      plate.clipped(plate.blurred(heads, 2.4), `M${n(x - size * 7)} 0H${n(x + size * 7)}V${n(y)}H${n(x - size * 7)}z`)
    )
  }
}

/** Long thin clouds, lit from where the light is. */
function streaks({ plate, palette, dice, width, horizon, light }: Scene): void {
  let shapes = ''
  for (let i = 0; i < (plate.isFlat ? 6 : 16); i++) {
    const share = dice.next()
    const y = horizon * (0.12 + 0.8 * share)
    const long = width * dice.between(0.16, 0.5) * (1.15 - share * 0.5)
    const x = dice.between(-0.15, 1.05) * width
    const thick = dice.between(5, 20) * (1.3 - share)
    const near = Math.max(0, 1 - Math.hypot(x + long / 2 - light[0], y - light[1]) / (width * 0.7))
    const body = blend(blend(palette.sky, palette.horizon, 0.35 + share * 0.4), palette.light, near * 0.5)
    const points: Point[] = [[x, y]]
    for (let step = 1; step < 6; step++)
      points.push([x + (long * step) / 6, y - thick * dice.between(0.3, 1) * Math.sin((step / 6) * Math.PI)])
    points.push([x + long, y])
    for (let step = 5; step > 0; step--) points.push([x + (long * step) / 6, y + thick * dice.between(0.1, 0.45)])
    shapes += shape(soft(points), css(body), `opacity="${plate.isFlat ? 0.85 : dice.between(0.3, 0.75).toFixed(2)}"`)
  }
  plate.add(plate.blurred(shapes, 3.2))
}

function aurora({ plate, palette, dice, width, horizon }: Scene): void {
  const hues = [palette.accent, [0.82, -0.16, 0.1], [0.75, -0.12, -0.02], [0.62, 0.1, -0.14]] as const
  for (let curtain = 0; curtain < 4; curtain++) {
    const base = horizon * dice.between(0.35, 0.85)
    const [wave, turn] = [dice.between(40, 110), dice.between(0, 6)]
    const bright = curtain === 0 ? hues[1] : dice.pick(hues)
    let rays = ''
    for (let x = -40; x < width + 40; x += 13) {
      const y = base + Math.sin(x / 190 + turn) * wave + Math.sin(x / 67 + turn * 2) * wave * 0.3
      const tall = horizon * (0.28 + 0.3 * Math.abs(Math.sin(x / 120 + turn * 3))) * dice.between(0.7, 1)
      const paint = plate.linear([[0, hues[3], 0], [0.5, bright, 0.12], [0.94, bright, 0.42], [1, bright, 0]], 0, y - tall, 0, y + 12, 5) // prettier-ignore
      rays += `<path d="M${n(x)} ${n(y - tall)}h15v${n(tall + 12)}h-15z" fill="${paint}"/>`
    }
    plate.add(plate.blurred(rays, 6))
  }
}

function rainbow({ plate, width, horizon }: Scene): void {
  const tones = ['ff5a5a', 'ffa24a', 'ffe36a', '6ad88a', '5aa8ff', '8a6af0']
  const [x, r] = [width * 0.5, Math.max(width * 0.46, horizon * 0.7)]
  const arcs = tones.map((tone, i) =>
    disc(x, horizon + 40, r - i * 11, 'none', `stroke="#${tone}" stroke-width="11.5" opacity=".42"`)
  )
  plate.add(plate.blurred(arcs.join(''), 3))
}

function lightning({ plate, palette, dice, width, horizon }: Scene): void {
  let clouds = ''
  for (let i = 0; i < 46; i++) {
    const y = horizon * 0.42 * dice.next() ** 1.4
    const r = dice.between(50, 150)
    clouds += disc(
      dice.between(-60, width + 60),
      y,
      r,
      css(blend(palette.zenith, palette.far, dice.between(0, 0.5))),
      'opacity=".55"'
    )
  }
  plate.add(plate.blurred(clouds, 20))
  let [x, y] = [width * dice.between(0.2, 0.8), horizon * 0.3]
  let bolt = `M${n(x)} ${n(y)}`
  let forks = ''
  while (y < horizon) {
    ;[x, y] = [x + dice.between(-34, 34), y + dice.between(16, 46)]
    bolt += `L${n(x)} ${n(y)}`
    if (dice.chance(0.3))
      forks += `M${n(x)} ${n(y)}l${n(dice.between(-60, 60))} ${n(dice.between(20, 60))}l${n(dice.between(-30, 30))} ${n(dice.between(20, 50))}`
  }
  const white = css(blend(palette.light, [1, 0, 0], 0.6))
  plate.add(plate.glow(x, horizon * 0.6, width * 0.4, palette.light, 0.5))
  plate.add(
    plate.blurred(line(bolt, css(palette.light), 12), 8),
    line(bolt, white, 3.4),
    line(forks, white, 1.4, 'opacity=".8"')
  )
}
