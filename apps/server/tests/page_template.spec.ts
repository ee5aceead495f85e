import { test } from '@japa/runner'
import { PageTemplate } from '../src/page_template.ts'

test.group('A page template', () => {
  test('puts values into its slots as they are', ({ assert }) => {
    const template = new PageTemplate('<p><!--slot:text--></p><!--slot:end-->', ['end', 'text'])
    assert.equal(template.fill({ text: "$& <!--slot:end--> $'", end: '' }), "<p>$& <!--slot:end--> $'</p>")
  })

  test('has slots in attributes', ({ assert }) => {
    const template = new PageTemplate('<p class="slot:name" title="a slot:name">', ['name'])
    assert.equal(template.fill({ name: 'x' }), '<p class="x" title="a slot:name">')
  })

  test('throws when a slot is missing, unknown or duplicate', ({ assert }) => {
    for (const html of ['<p></p>', '<!--slot:a--><!--slot:b-->', '<!--slot:a--><!--slot:a-->'])
      assert.throws(() => new PageTemplate(html, ['a']), /expected a$/)
  })
})
