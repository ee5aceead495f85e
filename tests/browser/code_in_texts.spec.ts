import { test } from '@japa/runner'
import type { Page } from 'playwright-core'
import { speak } from '#tests/support/model_upstream'
import { longRun } from '#tests/support/long_run'
import { journey } from './support/journey.ts'
import { until } from './support/screens.ts'

const code = `<img src=x onerror="window.ran=1"><svg/onload=window.ran=1>`
const link = `[here](javascript:window.ran=1)`

/** Returns the elements that injected code has created, and whether it ran. */
const injected = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[
    ...[...document.querySelectorAll('[onerror], [onload], a[href^="javascript:" i], [src="x"], [src^="javascript:" i], iframe, script:not([src], [type="application/json"])')]
      .map((element) => element.outerHTML.slice(0, 200)),
    ...('ran' in window ? ['it ran'] : []),
  ]`)

test.group('HTML and JavaScript in user texts', () => {
  journey('appears as written on every screen', { rubies: 50 }, async ({ assert, stage, page, client, visitor }) => {
    const user = client!
    page.on('dialog', (dialog) => void assert.fail(`A dialog: ${dialog.message()}`))
    // The API refuses addresses that aren't pictures.
    for (const avatar of [`javascript:window.ran=1`, `data:text/html,${code}`, `"><script>`]) {
      assert.equal((await user.put('/api/user/settings', { personaAvatar: avatar })).status, 422)
      assert.equal((await user.put('/api/user/settings', { profileImageUrl: avatar })).status, 422)
    }
    await user.put('/api/user/settings', {
      firstName: code,
      lastName: link,
      personaName: code,
      personaDescription: code,
      personaPersonality: link,
      personaBackground: code,
    })
    const [other] = (await user.get('/api/characters')).body
    const made = await user.post('/api/characters', {
      name: code,
      description: `${code} ${link}`,
      backstory: code,
      personality: link,
      scenario: code,
      firstMessage: `${code} {{user}} ${link}`,
      tags: [code.slice(0, 40), link],
      avatar: other.avatar,
      // Private, so that other tests don't see it in the gallery.
      isPublic: false,
    })
    assert.equal(made.status, 201, made.text)
    const { id } = made.body
    await user.post(`/api/characters/${id}/comments`, { content: `${code} ${link}` })
    stage.upstream.answer = speak([`${code} ${link}`])
    const { session } = (await user.get(`/api/chats/${id}`)).body
    await user.say(id, { content: `${code} ${link}`, model: 'basic', sessionId: session.id })
    await user.put(`/api/chats/${session.id}/title`, { title: code })
    await user.put(`/api/chats/${session.id}/pins`, { pins: [code, link] })
    await stage.makeAdmin(user)
    await user.post(`/api/admin/users/${user.user.id}/rubies`, { amount: 5, reason: code })

    // Some of these URLs are invalid on purpose.
    visitor.tolerate(/answer: GET \/(api\/(rubies\/orders|characters|chats|login)|%3Cimg)/)
    const encoded = encodeURIComponent(code)
    const screens: [path: string, text: string][] = [
      [`/?q=${encoded}`, 'src=x'],
      [`/?category=${encoded}`, 'Discover'],
      [`/character/${id}`, 'src=x'],
      [`/edit-character/${id}`, 'Edit'],
      [`/chat/${id}?session=${session.id}`, 'src=x'],
      [`/chat/${encoded}`, 'not'],
      ['/memory', 'src=x'],
      ['/profile', 'src=x'],
      ['/settings', 'Settings'],
      ['/settings?tab=persona', 'Persona'],
      ['/settings?tab=admin', 'Admin'],
      ['/admin', 'Dashboard'],
      ['/admin/characters', 'src=x'],
      ['/admin/audit', 'src=x'],
      ['/ai-image-generator', 'mage'],
      ['/ruby-shop', 'rubies'],
      [`/ruby-shop?checkout=success&order=${encoded}`, 'rubies'],
      ['/notifications', 'Notifications'],
      [`/${encoded}`, '404'],
    ]
    for (const [path, text] of screens) {
      await page.goto(path)
      await until(async () => (await page.locator('body').innerText()).includes(text), `${path} shows ${text}`)
      assert.deepEqual(await injected(page), [], path)
      // Checks the page of the app after the one that the server rendered.
      await page.locator('#root > [inert]').waitFor({ state: 'detached' })
      assert.deepEqual(await injected(page), [], path)
    }
    await page.goto('/ruby-shop')
    await page.getByRole('tab', { name: /^History/ }).click()
    await page
      .getByRole('tabpanel', { name: /^History/ })
      .getByText('src=x')
      .first()
      .waitFor()
    assert.deepEqual(await injected(page), [], 'history')
    await stage.db.query(`UPDATE users SET role = 'member' WHERE id = $1`, [user.user.id])
    // After signing out, the sign-in forms get the URL's `next`.
    await visitor.context.clearCookies()
    for (const next of [`javascript:window.ran=1`, `/"${code}`]) {
      await page.goto(`/api/login?next=${encodeURIComponent(next)}`)
      assert.deepEqual(await injected(page), [], next)
    }
  })
    .tags(longRun)
    .timeout(300_000)
})
