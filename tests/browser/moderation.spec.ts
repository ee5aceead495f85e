import { test } from '@japa/runner'
import sharp from 'sharp'
import { upload } from '#modules/imagegen/tests/support'
import { longRun } from '#tests/support/long_run'
import { Client } from '#tests/support/client'
import { axeViolations } from './support/axe.ts'
import { journey } from './support/journey.ts'
import { takeMail } from './support/mail.ts'
import { newCharacter } from './support/new_character.ts'
import { sidewaysOverflow } from './support/overflow.ts'
import { on } from './support/screens.ts'
import { Visitor } from './support/visitor.ts'

test.group('Moderation', () => {
  for (const [what, size] of [
    ['at a desk', { width: 1440, height: 900 }],
    ['with a phone', { width: 390, height: 844 }],
  ] as const)
    journey(
      `leads from a report to a decision, a statement, an appeal and back ${what}`,
      { rubies: 50, hasInbox: true, ...size },
      async ({ assert, stage, page, inbox }) => {
        const name = `Marisol ${what}`
        const [author, moderator, second] = await Promise.all(
          [1, 2, 3].map(() => new Client(stage.server.url).register())
        )
        for (const { user } of [moderator!, second!])
          await stage.db.query(`UPDATE users SET role = 'moderator' WHERE id = $1`, [user.id])
        const character = await newCharacter(author!, { name, isPublic: true })
        const look = async (of: Visitor['page']) => [...(await axeViolations(of)), ...(await sidewaysOverflow(of))]

        await page.goto(`/character/${character.id}`)
        await page.getByRole('button', { name: `More options for ${name}` }).click()
        await page.getByRole('menuitem', { name: 'Report' }).click()
        const dialog = on(page).modal
        await dialog.getByRole('button', { name: 'Send report' }).click()
        await dialog.getByText('Please choose a reason.').waitFor()
        await dialog.getByLabel('Reason').selectOption({ label: 'A real person' })
        await dialog.getByLabel('What is wrong?').fill('This is my neighbour.')
        assert.deepEqual(await look(page), [])
        await dialog.getByRole('button', { name: 'Send report' }).click()
        await on(page).toasts.getByText('Report sent').waitFor()

        const desk = await Visitor.open({ url: stage.server.url, as: moderator!, ...size })
        await desk.page.goto('/admin/reports?kind=character')
        await desk.page.getByRole('link', { name: new RegExp(`^${name}`) }).click()
        await desk.page.getByText('This is my neighbour.').waitFor()
        assert.deepEqual(await look(desk.page), [])
        await desk.page.keyboard.press('h')
        await desk.page.getByLabel('Statement for the author').fill('She lives next door.')
        await desk.page.keyboard.press('Control+Enter')
        await on(desk.page).toasts.getByText('Hidden').waitFor()
        await desk.page.getByRole('button', { name: 'Undo this decision' }).waitFor()
        assert.equal((await new Client(stage.server.url).get(`/api/characters/${character.id}`)).status, 404)

        const reader = await Visitor.open({ url: stage.server.url, ...size })
        const { email } = author!.user
        await reader.page.goto((await takeMail(inbox!, email, /your character was hidden$/)).path)
        await reader.page.getByRole('heading', { name: 'Your character was hidden' }).waitFor()
        await reader.page.getByText('She lives next door.').waitFor()
        await reader.page.getByRole('button', { name: 'Appeal' }).click()
        await reader.page.getByLabel('Why is the decision wrong?').fill('I made her up.')
        assert.deepEqual(await look(reader.page), [])
        await reader.page.getByRole('button', { name: 'Send appeal' }).click()
        await reader.page.getByText('Appeal is open').waitFor()

        const other = await Visitor.open({ url: stage.server.url, as: second!, ...size })
        await other.page.goto('/admin/reports?state=appealed')
        await other.page.getByRole('link', { name: new RegExp(`^${name}`) }).click()
        await other.page.getByText('Reverse it').click()
        await other.page.getByLabel('Answer to the appeal').fill('We believe you.')
        await other.page.getByRole('button', { name: 'Decide the appeal' }).click()
        await on(other.page).toasts.getByText('Decision reversed').waitFor()
        assert.equal((await new Client(stage.server.url).get(`/api/characters/${character.id}`)).status, 200)

        const { text } = await takeMail(inbox!, email, /your character was hidden$/)
        assert.include(text, 'We have undone this decision.')

        const home = await Visitor.open({ url: stage.server.url, as: author!, ...size })
        await home.page.goto('/notifications')
        await home.page.getByText('We believe you.').waitFor()
        await home.page.getByText('Today', { exact: true }).waitFor()
        // The tab bar would cover a part of a row.
        await home.page.evaluate('scrollTo(0, document.body.scrollHeight)')
        assert.deepEqual(await look(home.page), [])
        for (const each of [desk, reader, other, home]) {
          assert.deepEqual(each.unexpected(), [])
          await each.context.close()
        }
      }
    ).tags(size.width === 390 ? longRun : [])

  for (const [what, size] of [
    ['at a desk', { width: 1440, height: 900 }],
    ['with a phone', { width: 390, height: 844 }],
  ] as const)
    journey(
      `leads from the public form to the removal of a picture and its copies ${what}`,
      { hasInbox: true, ...size },
      async ({ assert, stage, page, inbox }) => {
        const [author, moderator] = await Promise.all([1, 2].map(() => new Client(stage.server.url).register()))
        await stage.db.query(`UPDATE users SET role = 'moderator' WHERE id = $1`, [moderator!.user.id])
        const bytes = await scene(size.width).png().toBuffer()
        const put = async (picture: Buffer): Promise<string> => (await upload(author!, picture)).body.url
        const [url, copy] = [await put(bytes), await put(await sharp(bytes).resize(140).jpeg().toBuffer())]
        const email = `visitor-${size.width}@example.test`

        await page.goto('/')
        await page.getByRole('link', { name: 'Report content' }).click()
        await page.getByLabel('What is it about?').selectOption({ label: 'An intimate picture of me' })
        await page.getByLabel('Where is it?').fill(stage.server.url + url)
        await page.getByLabel('What is wrong?').fill('This is me.')
        await page.getByLabel('Your e-mail').fill(email)
        await page.getByLabel(/^To the best of my knowledge/).check()
        assert.deepEqual([...(await axeViolations(page)), ...(await sidewaysOverflow(page))], [])
        await page.getByRole('button', { name: 'Send' }).click()
        await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
        await page.goto((await takeMail(inbox!, email, /^Please confirm your notice/)).path)
        await page.getByRole('button', { name: 'Confirm' }).click()
        await page.getByRole('heading', { name: 'Thank you' }).waitFor()

        const desk = await Visitor.open({ url: stage.server.url, as: moderator!, ...size })
        await desk.page.goto('/admin/reports?kind=picture')
        await desk.page
          .getByRole('link', { name: /^Picture/ })
          .last()
          .click()
        await desk.page.getByText(email).waitFor()
        await desk.page.getByRole('group', { name: 'Decision' }).getByText('Remove', { exact: true }).click()
        await desk.page.getByRole('button', { name: 'Show the pictures' }).click()
        await desk.page.getByLabel('Picture 1').check()
        assert.deepEqual([...(await axeViolations(desk.page)), ...(await sidewaysOverflow(desk.page))], [])
        await desk.page.getByRole('button', { name: 'Remove', exact: true }).click()
        await on(desk.page).toasts.getByText('Removed').waitFor()
        const visitor = new Client(stage.server.url)
        assert.deepEqual([(await visitor.get(url)).status, (await visitor.get(copy)).status], [404, 404])
        assert.equal((await upload(author!, bytes)).status, 422)
        const answer = await takeMail(inbox!, email, /^Your notice/)
        assert.include(answer.text, 'We have acted on what you told us.')
        assert.deepEqual(desk.unexpected(), [])
        await desk.context.close()
      }
    ).tags(size.width === 390 ? longRun : [])
})

/** A picture with varied areas, so that its copies look alike. */
const scene = (seed: number) =>
  sharp(Buffer.from(Array.from({ length: 64 }, (_, at) => (at * at * seed) % 251)), {
    raw: { width: 8, height: 8, channels: 1 },
  }).resize(280, 280, { kernel: 'cubic' })
