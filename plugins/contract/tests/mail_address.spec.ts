import { test } from '@japa/runner'
import { isMailAddress, toMailAddress } from '../mail.ts'

const address = 'robin@example.test'

test.group('A mail address', () => {
  for (const [what, pasted] of [
    ['a zero-width space in front', '\u200brobin@example.test'],
    ['a zero-width space inside', 'robin\u200b@example.test'],
    ['a byte order mark', 'robin@example.test\ufeff'],
    ['a word joiner', 'rob\u2060in@example.test'],
    ['a soft hyphen', 'robin@exam\u00adple.test'],
    ['direction marks', '\u202arobin@example.test\u202c\u200e'],
    ['isolates', '\u2068robin@example.test\u2069'],
    ['variation selectors and tags', 'robin\ufe0f@example.test\u{e0061}'],
    ['a filler', 'robin\u3164@example.test'],
    ['no-break and ideographic spaces', '\u00a0\u3000robin@example.test\u00a0\n'],
    ['full-width letters', 'ｒｏｂｉｎ＠ｅｘａｍｐｌｅ．ｔｅｓｔ'],
    ['an ideographic full stop', 'robin@example。test'],
    ['a domain in upper case', 'robin@EXAMPLE.Test'],
    ['nothing else', address],
  ] as const)
    test(`is the same with ${what}`, ({ assert }) => {
      assert.equal(toMailAddress(pasted), address)
      assert.equal(toMailAddress(toMailAddress(pasted)), address)
    })

  test('has one form of a domain and of composed letters', ({ assert }) => {
    for (const domain of [
      'bücher.example',
      'BÜCHER.example',
      'bu\u0308cher.example',
      'xn--bcher-kva.example',
      'XN--bcher-kva.example',
    ])
      assert.equal(toMailAddress(`robin@${domain}`), 'robin@xn--bcher-kva.example')
    assert.equal(toMailAddress('jose\u0301@example.test'), toMailAddress('josé@example.test'))
  })

  for (const [script, local, domain, ascii] of [
    ['Cyrillic', 'аня', 'пример.испытание', 'xn--e1afmkfd.xn--80akhbyknj4f'],
    ['Greek', 'νίκος', 'παράδειγμα.δοκιμή', 'xn--hxajbheg2az3al.xn--jxalpdlp'],
    ['Arabic', 'سارة', 'مثال.إختبار', 'xn--mgbh0fb.xn--kgbechtv'],
    ['Hebrew', 'מירה', 'דוגמה.טעסט', 'xn--6dbbec0c.xn--deba0ad'],
    ['Devanagari', 'मीरा', 'उदाहरण.परीक्षा', 'xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g'],
    ['Thai', 'สมชาย', 'ตัวอย่าง.ทดสอบ', 'xn--72c1a1bt4awk9o.xn--l3cfk7dp'],
    ['Chinese', '小明', '例子.测试', 'xn--fsqu00a.xn--0zwm56d'],
    ['Japanese', 'さくら', '例え.テスト', 'xn--r8jz45g.xn--zckzah'],
    ['Korean', '서연', '실례.테스트', 'xn--9n2bp8q.xn--9t4b11yi5a'],
  ] as const)
    test(`may be in ${script}`, ({ assert }) => {
      assert.equal(toMailAddress(`${local}@${domain}`), `${local}@${ascii}`)
      assert.isTrue(isMailAddress(toMailAddress(`${local}@${domain}`)))
    })

  test('is refused when it could be several, or none', ({ assert }) => {
    for (const text of [
      '',
      '@',
      'robin',
      'robin@',
      '@example.test',
      'a@b@c.test',
      'a b@c.test',
      'a@b.test\nBcc: c@d.test',
      'a@b.test, c@d.test',
      '"a b"@c.test',
      'Robin <a@b.test>',
      'a@ex ample.test',
    ])
      assert.isFalse(isMailAddress(toMailAddress(text)), text)
  })
})
