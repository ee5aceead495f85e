import { test } from '@japa/runner'
import type { Page } from 'playwright-core'
import type { Client } from '#tests/support/client'
import { longRun } from '#tests/support/long_run'
import { speak } from '#tests/support/model_upstream'
import { speakingBy, startVoiceUpstream, type VoiceUpstream } from '#tests/support/voice_upstream'
import { axeViolations } from './support/axe.ts'
import { fakeRecognition } from './support/fake_recognition.ts'
import { journey } from './support/journey.ts'
import { newCharacter } from './support/new_character.ts'
import { sidewaysOverflow } from './support/overflow.ts'
import { nextReply, on, say, settled, until } from './support/screens.ts'

/** Records what the page plays. */
const watchAudio = `
  window.played = []
  const { play } = HTMLMediaElement.prototype
  HTMLMediaElement.prototype.play = function () {
    if (!this.isWatched) {
      this.isWatched = true
      const record = { hasEnded: false, seconds: 0 }
      window.played.push(record)
      this.addEventListener('ended', () => Object.assign(record, { hasEnded: true, seconds: this.duration }))
    }
    return play.call(this)
  }
`

/** A microphone that hears a tone. Counts the parts of a recording, which begins some time after its start. */
const fakeMicrophone = `
  window.recordedParts = 0
  navigator.mediaDevices.getUserMedia = async () => {
    const context = new AudioContext()
    const tone = context.createOscillator()
    const target = context.createMediaStreamDestination()
    tone.connect(target)
    tone.start()
    return target.stream
  }
  window.MediaRecorder = class extends MediaRecorder {
    start() {
      this.addEventListener('dataavailable', ({ data }) => (window.recordedParts += Math.sign(data.size)))
      super.start(100)
    }
  }
`

const played = (page: Page) => page.evaluate<{ hasEnded: boolean; seconds: number }[]>('window.played')

const openChat = async (page: Page, client: Client, firstMessage: string) => {
  const { id } = await newCharacter(client, { firstMessage })
  await page.goto(`/chat/${id}?new=true`)
  await on(page).composer.waitFor()
}

/** Filled before the servers of the tests start. */
const env: Record<string, string> = {}
const transcribingEnv: Record<string, string> = {}
let upstream: VoiceUpstream

test.group('A voice', (group) => {
  group.setup(async () => {
    upstream = await startVoiceUpstream()
    const { VOICE_TRANSCRIPTION_MODEL: _, ...settings } = speakingBy(upstream)
    Object.assign(env, settings)
    Object.assign(transcribingEnv, speakingBy(upstream))
    return () => upstream.close()
  })

  for (const width of [1440, 390]) {
    const options = { rubies: 50, width, height: 844, ownServer: true, env }
    const tags = width === 390 ? [] : longRun
    journey(
      `reads an answer while it is written at ${width} pixels`,
      options,
      async ({ assert, stage, page, client }) => {
        upstream.spoken.length = 0
        await page.addInitScript(watchAudio)
        await openChat(page, client!, `Ahoy. ${'The tide turns slowly below the pier, and the nets dry. '.repeat(20)}`)
        await page.getByRole('button', { name: 'Chat menu' }).click()
        await page.getByRole('menuitem', { name: 'Voice' }).click()
        const sheet = page.getByRole('dialog', { name: 'Voice' })
        await sheet.getByRole('combobox', { name: 'Voice' }).click()
        await page.getByRole('option', { name: /^Bella/ }).click()
        await sheet.getByRole('switch', { name: /^Read answers as they come/ }).click()
        assert.deepEqual(await axeViolations(page), [])
        assert.deepEqual(await sidewaysOverflow(page), [])
        await page.keyboard.press('Escape')

        const reply = nextReply(stage.upstream)
        await say(page, 'How is the sea?')
        await reply.say('The sea is calm. And it')
        await until(async () => (await played(page)).some(({ hasEnded }) => hasEnded), 'the first sentence was heard')
        assert.deepEqual(upstream.spoken, [{ text: 'The sea is calm.', voice: 'af_bella' }])
        await reply.say(' is cold, too.')
        await reply.end()
        await until(async () => (await played(page)).filter(({ hasEnded }) => hasEnded).length === 2, 'all was heard')
        assert.deepEqual(
          upstream.spoken.map(({ text }) => text),
          ['The sea is calm.', 'And it is cold, too.']
        )
        for (const { seconds } of await played(page)) assert.isAbove(seconds, 0.4)
        await settled(page)
        await page.getByRole('group', { name: 'Reading aloud' }).waitFor({ state: 'detached' })

        const tools = on(page).messages.first().getByRole('toolbar', { name: 'Message actions' })
        await tools.getByRole('button', { name: 'Copy' }).focus()
        await tools.getByRole('button', { name: 'More actions' }).click()
        await page.getByRole('menuitem', { name: 'Read aloud' }).click()
        const bar = page.getByRole('group', { name: 'Reading aloud' })
        await bar.getByText('Reading aloud').waitFor()
        await bar.getByRole('button', { name: 'Pause reading' }).click()
        await bar.getByText('Paused').waitFor()
        assert.deepEqual(await axeViolations(page), [])
        assert.deepEqual(await sidewaysOverflow(page), [])
        await bar.getByRole('button', { name: 'Go on reading' }).click()
        await bar.getByRole('button', { name: 'Stop reading' }).click()
        await bar.waitFor({ state: 'detached' })
      }
    ).tags(tags)

    journey(
      `has the server write down what is said at ${width} pixels`,
      { ...options, env: transcribingEnv },
      async ({ assert, stage, page, client }) => {
        await page.addInitScript(fakeMicrophone)
        await openChat(page, client!, 'Ahoy.')
        stage.upstream.answer = speak(['The sea is calm.'])
        await say(page, 'How is the sea?')
        await settled(page)
        await page.getByRole('button', { name: 'Dictate' }).click()
        const dictation = page.getByRole('group', { name: 'Dictation' })
        await dictation.getByText('Listening…').waitFor()
        await until(async () => (await page.evaluate<number>('window.recordedParts')) > 0, 'something was recorded')
        await dictation.getByRole('button', { name: 'Done' }).click()
        await until(
          async () => (await on(page).composer.inputValue()) === upstream.transcript,
          'the text is in the composer'
        )
        assert.lengthOf(upstream.recordings.splice(0), 1)
      }
    ).tags(tags)

    journey(`writes down what is said at ${width} pixels`, options, async ({ assert, page, client }) => {
      await page.addInitScript(fakeRecognition)
      await openChat(page, client!, 'Ahoy.')
      await page.getByRole('button', { name: 'Dictate' }).click()
      const question = page.getByRole('alertdialog', { name: 'Dictate with your browser?' })
      await question.getByText('may send your voice to its maker').waitFor()
      await question.getByRole('button', { name: 'Dictate' }).click()
      const dictation = page.getByRole('group', { name: 'Dictation' })
      await dictation.getByText('How is the sea?').waitFor()
      assert.deepEqual(await axeViolations(page), [])
      assert.deepEqual(await sidewaysOverflow(page), [])
      await dictation.getByRole('button', { name: 'Done' }).click()
      await until(
        async () => (await on(page).composer.inputValue()) === 'How is the sea?',
        'the text is in the composer'
      )
      await dictation.waitFor({ state: 'detached' })
    }).tags(tags)
  }
})
