import { test } from '@japa/runner'
import { zoneOrUtc } from '../macro_times.ts'

test.group('A time zone', () => {
  test('is kept when it is a name or an offset that the runtime knows', ({ assert }) => {
    const zones =
      'UTC GMT Europe/Berlin America/Argentina/Buenos_Aires Etc/GMT+5 Etc/GMT-14 Asia/Calcutta US/Pacific +05:30 -03:00'
    for (const zone of zones.split(' ')) assert.equal(zoneOrUtc(zone), zone)
  })

  test('is UTC when it is unknown or not a zone', ({ assert }) => {
    const others = [
      '',
      ' ',
      'Etc/Unknown',
      'Europe/Nowhere',
      '+25:99',
      'a'.repeat(65),
      'Europe/Berlin\n',
      '../etc',
      '\0',
    ]
    for (const zone of [...others, null, undefined, 5, {}, ['UTC']]) assert.equal(zoneOrUtc(zone), 'UTC')
  })

  test('can be formatted, also after more zones than are remembered', ({ assert }) => {
    const offset = (minutes: number) =>
      `+${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
    for (let minutes = 0; minutes < 1_400; minutes++) assert.equal(zoneOrUtc(offset(minutes)), offset(minutes))
    assert.doesNotThrow(() => new Intl.DateTimeFormat('en', { timeZone: zoneOrUtc('+05:30') }))
  })
})
