import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { kitCheck, registerAgeKit } from '#plugins/kits/age_kit'
import { sandboxAge } from '../index.ts'

const baseUrl = 'https://facet.test/age/sandbox/'
const never = new AbortController().signal

const open = async () => {
  const root = mkdtempSync(join(tmpdir(), 'facet-age-'))
  const folder = join(root, 'checks')
  const provider = sandboxAge({ baseUrl, folder })
  const page = (url: string, method: 'GET' | 'POST', form: Record<string, string> = {}) =>
    provider.page({ method, path: url.slice(baseUrl.length - 1), form })
  return {
    folder,
    provider,
    page,
    decide: async ({ url }: { url: string }, outcome: string) => {
      await page(url, 'POST', { outcome })
    },
    close: async () => rmSync(root, { recursive: true }),
  }
}

test.group('Age checks in the sandbox', () => {
  registerAgeKit({ name: 'age-sandbox', test: (title, run) => void test(title, run), open })

  test('end on a page, once, and lead back', async ({ assert }) => {
    const { provider, page, close } = await open()
    const { url, reference } = await provider.begin(kitCheck, never)
    assert.deepInclude(await page(url, 'GET'), { status: 200 })
    assert.deepInclude(await page(url, 'POST', { outcome: 'perhaps' }), { status: 422 })
    assert.deepEqual(await page(url, 'POST', { outcome: 'under_age' }), { redirectTo: kitCheck.returnUrl })
    assert.deepEqual(await page(url, 'POST', { outcome: 'of_age' }), { redirectTo: kitCheck.returnUrl })
    assert.equal(await provider.lookUp(reference, never), 'under_age')
    assert.isNull(await page(`${baseUrl}../../etc/passwd`, 'GET'))
    await close()
  })

  test('are readable by their owner only', async ({ assert }) => {
    const { provider, folder, close } = await open()
    await provider.begin(kitCheck, never)
    assert.equal(statSync(folder).mode & 0o777, 0o700)
    for (const file of readdirSync(folder)) assert.equal(statSync(join(folder, file)).mode & 0o777, 0o600)
    await close()
  })
})
