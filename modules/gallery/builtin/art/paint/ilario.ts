import { Canvas, circle, ellipse, group, line, path, rect } from './canvas.ts'
import { face, neck } from './face.ts'
import { chance, ridge } from './nature.ts'

const brass = ['0 #fff0b8', '.45 #cf9a43', '1 #6b4318']

const keyShape = (x: number, y: number, size: number, paint: string, turn = 0) =>
  group(
    `transform="translate(${x} ${y}) rotate(${turn}) scale(${size})"`,
    `<circle cx="0" cy="0" r="7" fill="none" stroke="${paint}" stroke-width="4"/>`,
    line('M0 8V34M0 26H8M0 33H7', paint, 4)
  )

export const avatar = () => {
  const c = new Canvas(512, 512)
  c.fill(c.linear(['0 #2a0d16', '.6 #53182a', '1 #1c080f']))
  // the board of keys
  const random = chance(4)
  for (let row = 0; row < 4; row++)
    for (let column = 0; column < 6; column++) {
      const x = 28 + column * 92
      const y = 22 + row * 92
      c.add(
        rect(
          x - 32,
          y - 12,
          76,
          82,
          c.linear(['0 #3c1420', '1 #220a12']),
          'rx="5" stroke="#7a3a34" stroke-opacity=".6" stroke-width="2"'
        )
      )
      if (random() > 0.22) c.add(keyShape(x + 6, y + 14, 1.05, '#a9722f', 0))
    }
  c.glow(110, 110, 330, '#ffca7a', 0.45)
  c.add(rect(0, 0, 512, 512, c.linear(['0 #1c080f 0', '1 #12050a .85'], [0.25, 0, 1, 0.4])))
  // the coat
  c.add(
    path(
      'M256 330C200 330 150 348 104 372C56 396 40 450 34 512L478 512C472 450 456 396 408 372C362 348 312 330 256 330Z',
      c.linear(['0 #8c1f35', '.5 #5e1426', '1 #2b0912'], [0, 0, 1, 0.3])
    ),
    path('M104 372C96 360 130 346 168 344L196 512L150 512Z', '#a92c44', 'opacity=".35"'),
    ellipse(112, 378, 62, 17, c.linear(brass, [0, 0, 1, 1]), 'transform="rotate(-18 112 378)"'),
    ellipse(400, 378, 62, 17, c.linear(['0 #b07c33', '1 #40250d']), 'transform="rotate(18 400 378)"'),
    ...[0, 1, 2, 3, 4, 5, 6].map((n) => line(`M${66 + n * 15} ${398 - n * 5}v20`, '#d9a44c', 3, 'opacity=".9"')),
    ...[0, 1, 2, 3, 4, 5, 6].map((n) => line(`M${446 - n * 15} ${398 - n * 5}v18`, '#7e5622', 3)),
    path('M206 336L256 404L306 336L300 322L212 322Z', '#f1e7d6'),
    path('M256 404L306 336L300 322L270 350Z', '#9d8f86'),
    path('M190 338L252 424L236 512L214 512L160 352Z', c.linear(['0 #a12a42', '1 #4b0f1e'])),
    path('M322 338L260 424L276 512L298 512L352 352Z', c.linear(['0 #5b1526', '1 #2a0812'])),
    path('M240 366L256 358L272 366L268 384L256 378L244 384Z', '#17090d'),
    path('M222 356L248 364L248 382L222 392ZM290 356L264 364L264 382L290 392Z', '#241016')
  )
  for (let n = 0; n < 3; n++)
    c.add(
      circle(208, 426 + n * 34, 9, c.radial(brass, [0.35, 0.3, 0.7])),
      circle(304, 426 + n * 34, 9, c.radial(['0 #c79243', '1 #3b230c'], [0.35, 0.3, 0.7]))
    )
  c.add(line('M176 404L130 404', '#e6b65c', 3), keyShape(150, 414, 1.2, '#e2b158', 12))
  c.add(
    group(
      'transform="translate(256 232)"',
      neck('#c99678', '#43202a', 30),
      face(c, {
        skin: '#e3b795',
        shade: '#5a2a33',
        rim: '#b5586a',
        brow: '#5b5560',
        iris: '#5a4632',
        lip: '#a8625c',
        lipDark: '#6d3038',
        jaw: 1.06,
        smile: 3,
        open: 0.66,
        lines: true,
        browWidth: 6.5,
        browLift: 5,
      }),
      path('M-66 -46C-70 -26 -69 -8 -64 10L-56 8L-50 -56ZM66 -46C70 -26 69 -8 64 10L56 8L50 -56Z', '#77717a'),
      // the moustache
      path(
        'M0 40C-16 34 -34 40 -46 52C-36 58 -16 56 0 49C16 56 36 58 46 52C34 40 16 34 0 40Z',
        c.linear(['0 #b9b2b4', '.5 #8c868c', '1 #4b444c'], [0, 0, 1, 0])
      ),
      line('M-4 43C-18 41 -30 45 -40 51M4 43C18 41 30 45 40 51', '#e8e2de', 1.4, 'opacity=".6"'),
      // the cap
      path(
        'M-80 -64C-84 -108 -52 -134 0 -134C52 -134 84 -108 80 -64C56 -84 -56 -84 -80 -64Z',
        c.linear(['0 #93223a', '.6 #5e1426', '1 #2a0812'], [0, 0, 1, 0.4])
      ),
      path(
        'M-70 -78C-40 -94 40 -94 70 -78L66 -52C40 -66 -40 -66 -66 -52Z',
        c.linear(['0 #3a0f1b', '1 #16060b'], [0, 0, 1, 0])
      ),
      line('M-69 -66C-40 -80 40 -80 69 -66', '#d9a44c', 4),
      path('M-68 -54C-40 -70 40 -70 68 -54C56 -36 34 -44 0 -46C-34 -44 -56 -36 -68 -54Z', '#12060a'),
      path('M-58 -54C-36 -64 10 -66 30 -62C6 -60 -30 -54 -50 -47Z', '#fff', 'opacity=".16"'),
      keyShape(0, -110, 0.62, '#f0c66a', 0)
    )
  )
  c.vignette('#090205', 0.65)
  return c.toSvg()
}

export const background = () => {
  const c = new Canvas(1600, 900)
  c.fill(c.linear(['0 #2b0c15', '.6 #47131f', '1 #14060a']))
  // panelling, a tall window with snow, and the desk
  for (let n = 0; n < 9; n++)
    c.add(
      rect(
        20 + n * 180,
        40,
        150,
        520,
        c.linear(['0 #3a101b', '1 #210810']),
        'rx="6" stroke="#6b2b2e" stroke-opacity=".5" stroke-width="3"'
      )
    )
  const window = c.clip('<path d="M620 620V240C620 120 980 120 980 240V620Z"/>')
  c.add(
    group(
      `clip-path="${window}"`,
      rect(600, 100, 400, 540, c.linear(['0 #0e1a33', '.6 #33507a', '1 #8fa8c4'])),
      circle(860, 220, 38, '#eef3f8', 'opacity=".9"'),
      path(ridge(1600, 640, 430, 240, 8), '#2b446b'),
      path(ridge(1600, 640, 500, 160, 17), '#c9d8e6', 'opacity=".75"'),
      path(ridge(1600, 640, 560, 60, 5), '#e9f0f6')
    )
  )
  const random = chance(12)
  for (let n = 0; n < 110; n++)
    c.add(
      circle(
        Math.round(622 + random() * 356),
        Math.round(160 + random() * 456),
        Math.round((1 + random() * 2.6) * 10) / 10,
        '#fff',
        'opacity=".8"'
      )
    )
  c.add(
    line('M620 620V240C620 120 980 120 980 240V620Z', '#7d5423', 12),
    line('M800 152V620M620 330H980M620 480H980', '#7d5423', 7),
    path(
      'M560 90C600 260 590 460 540 640L620 640L626 200ZM1040 90C1000 260 1010 460 1060 640L980 640L974 200Z',
      c.linear(['0 #8c1f35', '1 #3b0c18'])
    ),
    path('M540 80H1060V130C960 170 640 170 540 130Z', '#701a2c')
  )
  for (let row = 0; row < 4; row++)
    for (let column = 0; column < 8; column++) {
      const x = 1128 + column * 56
      const y = 190 + row * 90
      c.add(rect(x, y, 48, 78, '#1d0810', 'rx="4" stroke="#8a5a2c" stroke-width="2" stroke-opacity=".7"'))
      if (!(row === 2 && column === 3) && random() > 0.25) c.add(keyShape(x + 24, y + 20, 1.1, '#c08a3c'))
    }
  c.add(
    path('M0 640C400 610 1200 610 1600 640V900H0Z', c.linear(['0 #6a3a22', '.08 #3c1d14', '1 #120706'])),
    line('M0 642C400 612 1200 612 1600 642', '#d9a35c', 5, 'opacity=".7"'),
    ...[100, 400, 700, 1000, 1300].map((x) =>
      rect(x, 690, 240, 170, 'none', 'rx="6" stroke="#7a4a2a" stroke-opacity=".45" stroke-width="4"')
    )
  )
  // the lamp, the bell, the register
  c.glow(330, 470, 480, '#ffce7d', 0.6)
  c.add(
    rect(322, 470, 16, 150, c.linear(brass, [0, 0, 1, 0])),
    ellipse(330, 622, 66, 14, '#a9722f'),
    path('M222 480C236 410 424 410 438 480Z', c.linear(['0 #2f8a64', '1 #0d3b2b'])),
    ellipse(330, 480, 108, 14, '#fff1c0', 'opacity=".9"'),
    path(
      'M560 618C600 590 700 594 730 606C760 594 860 590 900 618L894 634C850 616 770 612 730 624C690 612 610 616 566 634Z',
      '#efe3cc'
    ),
    line('M590 614C630 602 690 604 722 612M740 612C770 604 830 602 870 614', '#8f7d64', 2.5),
    path('M980 622C980 584 1060 584 1060 622Z', c.radial(brass, [0.35, 0.2, 0.9])),
    rect(968, 620, 104, 12, '#5e3a16', 'rx="5"'),
    circle(1020, 590, 7, '#e6b65c')
  )
  c.vignette('#050103', 0.6)
  return c.toSvg()
}
