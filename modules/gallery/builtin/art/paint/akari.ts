import { Canvas, circle, ellipse, group, line, path, rect } from './canvas.ts'
import { hills, ridge, stars, wisp } from './nature.ts'

const paperLantern = (c: Canvas, x: number, y: number, size: number) => {
  c.glow(x, y, size * 3.2, '#ff8a3c', 0.5)
  c.add(
    group(
      `transform="translate(${x} ${y}) scale(${size / 40})"`,
      line('M0 -90V-40', '#2a1830', 2),
      ellipse(0, 0, 34, 40, c.radial(['0 #fff0b4', '.45 #ff9a45', '1 #c4302b'])),
      line('M-30 -18H30M-34 -2H34M-31 16H31', '#8e1f2a', 1.6, 'opacity=".55"'),
      rect(-16, -46, 32, 9, '#2a1226', 'rx="2"'),
      rect(-16, 37, 32, 9, '#2a1226', 'rx="2"'),
      line('M0 46V66', '#ffcf6a', 3)
    )
  )
}

const eye = (c: Canvas, x: number, side: 1 | -1) =>
  group(
    `transform="translate(${x} 6) scale(${side} 1)"`,
    path('M-25 6C-22 -26 16 -34 27 -6C26 18 14 30 0 30C-14 30 -24 22 -25 6Z', '#fff8f0'),
    ellipse(2, 3, 17.5, 24, c.linear(['0 #3a0d24', '.45 #a5243c', '1 #ff9a5c'])),
    ellipse(2, 0, 8, 12, '#22061a'),
    ellipse(2 + 6 * side, -9, 6.5, 8, '#fff'),
    circle(2 - 7 * side, 14, 3.6, '#fff', 'opacity=".85"'),
    path('M-28 6C-24 -30 18 -40 34 -10C20 -28 -12 -26 -28 6Z', '#1d0b1c'),
    line('M30 -10L40 -17M33 -4L42 -7', '#1d0b1c', 3),
    line('M-18 -38C-6 -46 12 -46 26 -38', '#2d1226', 4)
  )

export const avatar = () => {
  const c = new Canvas(512, 512)
  c.fill(c.linear(['0 #150d33', '.6 #43205c', '1 #8a2f56']))
  c.add(stars(70, 512, 300, 31, '#ffe9d0'))
  c.add(
    path('M120 0H160V512H120ZM352 0H392V512H352Z', '#a3242e'),
    path('M60 40H452L470 82H42Z', '#c22f35'),
    path('M50 28C180 50 332 50 462 28L470 56C332 76 180 76 42 56Z', '#7c1a28'),
    rect(110, 130, 292, 26, '#a3242e')
  )
  paperLantern(c, 60, 170, 40)
  paperLantern(c, 454, 150, 46)
  c.glow(256, 260, 300, '#ff9d62', 0.35)
  const hair = c.linear(['0 #3b2350', '.5 #22112f', '1 #120818'])
  c.add(
    path(
      'M256 62C150 58 108 142 114 232C112 292 106 330 120 372C150 396 196 380 214 344L298 344C316 380 362 396 392 372C406 330 400 292 398 232C404 142 362 58 256 62Z',
      hair
    ),
    path('M232 330H280V372C300 388 212 388 232 372Z', '#e8ab8c'),
    // happi coat
    path(
      'M256 360C196 362 146 376 112 402C84 426 74 470 70 512H442C438 470 428 426 400 402C366 376 316 362 256 360Z',
      c.linear(['0 #2b3f8f', '1 #131b4a'])
    ),
    path('M206 364L256 452L306 364L290 358L256 416L222 358Z', '#fff3e2'),
    path('M196 366L250 470L240 512H206L172 376ZM316 366L262 470L272 512H306L340 376Z', '#d2343a'),
    line('M74 474C110 462 150 468 176 478M438 474C402 462 362 468 336 478', '#fff', 5, 'opacity=".7"'),
    circle(120, 442, 20, '#fff3e2'),
    path('M108 442C108 432 132 432 132 442L126 452H114Z', '#d2343a')
  )
  const skin = c.linear(['0 #ffdcc0', '1 #f0a98c'], [0.2, 0, 0.8, 1])
  c.add(
    group(
      'transform="translate(256 226)"',
      path('M-92 -30C-96 34 -66 82 -22 112C-8 122 8 122 22 112C66 82 96 34 92 -30C84 -96 -84 -96 -92 -30Z', skin),
      path('M40 -80C70 -40 76 40 22 112C66 82 96 34 92 -30Z', '#c4607a', 'opacity=".28"'),
      ellipse(-56, 50, 20, 10, '#ff7a70', 'opacity=".5"'),
      ellipse(56, 50, 20, 10, '#ff7a70', 'opacity=".5"'),
      line('M-66 46l-6 9M-56 46l-6 9M56 46l-6 9M66 46l-6 9', '#d84f56', 2, 'opacity=".7"'),
      eye(c, -43, -1),
      eye(c, 43, 1),
      line('M-2 44L3 48', '#b9604f', 3),
      path('M-24 66C-8 72 12 72 28 64C24 92 8 98 0 98C-10 98 -20 88 -24 66Z', '#7c1730'),
      path('M-20 69C-6 74 12 74 24 68L22 76C8 80 -8 80 -18 76Z', '#fff'),
      path('M-12 91C-4 84 8 84 13 90C8 98 -6 99 -12 91Z', '#ff7d7a'),
      // fringe and side locks
      path(
        'M-102 -20C-104 -118 -40 -152 4 -150C60 -152 108 -112 102 -18C94 -34 88 -54 84 -66C72 -50 62 -44 50 -44C56 -56 58 -66 56 -76C38 -52 16 -42 -8 -40C0 -52 4 -62 4 -74C-20 -46 -50 -40 -72 -40C-66 -50 -64 -58 -64 -66C-80 -54 -94 -38 -102 -20Z',
        hair
      ),
      path(
        'M-104 -30C-120 40 -112 96 -94 132C-84 92 -90 30 -84 -30ZM104 -30C120 40 112 96 94 132C84 92 90 30 84 -30Z',
        hair
      ),
      path('M-84 -104C-62 -134 -28 -142 2 -140C-30 -128 -58 -112 -76 -84Z', '#8d6ab4', 'opacity=".45"'),
      // the headband
      path('M-101 -70C-60 -108 60 -108 101 -70L97 -42C58 -82 -58 -82 -97 -42Z', c.linear(['0 #ff5247', '1 #b31f35'])),
      circle(0, -84, 15, '#fff3e2'),
      path('M-8 -84C-8 -93 8 -93 8 -84C8 -76 -8 -76 -8 -84Z', '#d2343a'),
      path(
        'M98 -66C124 -96 150 -92 152 -78C136 -78 124 -66 104 -54ZM100 -58C132 -58 150 -40 148 -24C134 -38 118 -44 100 -48Z',
        '#d8333c'
      )
    )
  )
  // the bowl and its steam
  c.add(
    ellipse(256, 452, 96, 22, '#fbe3b0'),
    path('M206 450C220 440 240 446 256 450C276 444 296 446 308 452', 'none', 'stroke="#f0b54a" stroke-width="6"'),
    path(
      'M160 452C160 512 200 540 256 540C312 540 352 512 352 452C330 476 182 476 160 452Z',
      c.linear(['0 #e8413f', '1 #8c1628'])
    ),
    ellipse(256, 452, 96, 22, 'none', 'stroke="#fff3e2" stroke-width="5"'),
    ellipse(226, 450, 22, 9, '#fff8ea'),
    circle(226, 450, 6, '#ffb02e'),
    path('M270 440h34v10h-34z', '#2e6b4a'),
    line('M300 446L384 380M308 452L394 392', '#6a3424', 5),
    wisp(214, 436, 110, 18, '#fff', 9, 0.28),
    wisp(286, 436, 130, -16, '#fff', 8, 0.24)
  )
  c.vignette('#0a0418', 0.5)
  return c.toSvg()
}

export const background = () => {
  const c = new Canvas(1600, 900)
  c.fill(c.linear(['0 #0d0a2c', '.5 #3a1d5c', '.75 #8c3358', '1 #2a1030']))
  c.add(stars(260, 1600, 520, 41, '#ffeedd'))
  c.glow(330, 190, 330, '#ffd9b0', 0.4)
  c.add(
    circle(330, 190, 82, '#ffe9c9'),
    circle(360, 170, 12, '#f3cf9f', 'opacity=".6"'),
    circle(306, 216, 18, '#f3cf9f', 'opacity=".5"')
  )
  c.add(path(ridge(1600, 900, 520, 200, 3), '#3d1f57'), path(hills(1600, 900, 600, 60, 4, 4), '#2a1544'))
  // the lights of the city below
  for (let n = 0; n < 150; n++)
    c.add(
      rect(
        (n * 173) % 1600,
        610 + ((n * 61) % 90),
        3 + (n % 3) * 2,
        3,
        n % 4 ? '#ffcf7a' : '#ff7f8a',
        `opacity="${0.4 + (n % 5) * 0.1}"`
      )
    )
  // the gate and the steps
  c.add(
    path('M980 860L1020 250H1062L1040 860ZM1500 860L1478 250H1436L1460 860Z', c.linear(['0 #d8353b', '1 #7a1628'])),
    path('M930 190C1100 230 1400 230 1568 190L1580 236C1400 272 1100 272 918 236Z', '#5a1224'),
    path('M948 236C1100 268 1400 268 1552 236L1540 270H960Z', '#c92f38'),
    rect(990, 350, 520, 40, '#b52834'),
    rect(1222, 270, 56, 80, '#7a1628'),
    line('M1040 420C1120 470 1380 470 1456 420', '#e8d8b8', 12),
    path(
      'M1130 456l-10 40l16 -6l6 40M1250 468l-10 40l16 -6l6 40M1370 456l-10 40l16 -6l6 40',
      'none',
      'stroke="#fff8ea" stroke-width="7"'
    )
  )
  for (let n = 0; n < 7; n++)
    c.add(path(`M${300 - n * 50} ${760 + n * 22}H1600V${786 + n * 22}H${300 - n * 50}Z`, n % 2 ? '#1d1134' : '#271742'))
  c.add(path('M0 900V840C300 800 500 790 700 800L1600 790V900Z', '#150b26'))
  // the cart
  c.add(
    path('M470 560H900L880 770H490Z', c.linear(['0 #c8303a', '1 #5e1226'])),
    rect(450, 546, 470, 26, '#7a3a24', 'rx="5"'),
    line('M500 560V360M870 560V360', '#4a2218', 14),
    path('M430 372C540 316 830 316 940 372L956 400H414Z', '#2b3f8f'),
    ...[0, 1, 2, 3, 4, 5, 6, 7].map((n) =>
      path(`M${420 + n * 66} 400h66v46c-14 14 -52 14 -66 0z`, n % 2 ? '#fff3e2' : '#d2343a')
    ),
    circle(580, 786, 64, 'none', 'stroke="#2c1320" stroke-width="14"'),
    circle(800, 790, 60, 'none', 'stroke="#2c1320" stroke-width="14"'),
    ...[0, 30, 60, 90, 120, 150].map((turn) =>
      line('M-60 0H60', '#2c1320', 6, `transform="translate(580 786) rotate(${turn})"`)
    ),
    ...[10, 40, 70, 100, 130, 160].map((turn) =>
      line('M-56 0H56', '#2c1320', 6, `transform="translate(800 790) rotate(${turn})"`)
    ),
    rect(620, 490, 130, 60, '#6a7078', 'rx="8"'),
    ellipse(685, 490, 65, 14, '#ffe2a0'),
    rect(540, 600, 290, 90, '#3a0d1c', 'rx="6" opacity=".5"'),
    path('M560 700c30 -50 70 -60 110 -30c40 30 90 26 130 -30', 'none', 'stroke="#ffcf7a" stroke-width="5" opacity=".8"')
  )
  c.glow(685, 470, 380, '#ffb04a', 0.55)
  c.add(
    wisp(660, 480, 260, 40, '#fff', 20, 0.2),
    wisp(710, 480, 320, -36, '#fff', 16, 0.18),
    wisp(685, 470, 220, 26, '#fff', 12, 0.22)
  )
  for (const [x, y, size] of [
    [460, 450, 34],
    [910, 450, 34],
    [1180, 520, 40],
    [1320, 530, 40],
    [120, 520, 30],
    [230, 560, 26],
  ] as const)
    paperLantern(c, x, y, size)
  // a few guests
  for (const [x, y, r] of [
    [1010, 700, 34],
    [1080, 724, 24],
    [330, 712, 30],
  ] as const)
    c.add(
      path(
        `M${x - r} ${y + r * 1.6}C${x - r * 1.2} ${y - r * 1.6} ${x + r * 1.2} ${y - r * 1.6} ${x + r} ${y + r * 1.6}C${x + r * 0.5} ${y + r * 1.2} ${x + r * 0.3} ${y + r * 1.9} ${x} ${y + r * 1.4}C${x - r * 0.3} ${y + r * 1.9} ${x - r * 0.5} ${y + r * 1.2} ${x - r} ${y + r * 1.6}Z`,
        '#cfe4ff',
        'opacity=".55"'
      ),
      circle(x - r * 0.3, y - r * 0.1, r * 0.12, '#1d1134'),
      circle(x + r * 0.3, y - r * 0.1, r * 0.12, '#1d1134')
    )
  c.vignette('#05020f', 0.5)
  return c.toSvg()
}
