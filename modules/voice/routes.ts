import { serve } from '#modules/kernel/serve'
import * as calls from './calls.ts'

const Voices = () => import('./src/http/voices_controller.ts')

serve(calls.listVoices, [Voices, 'index'])
serve(calls.getCharacterVoice, [Voices, 'show'])
serve(calls.changeCharacterVoice, [Voices, 'choose'])
serve(calls.changeOwnersVoice, [Voices, 'chooseForAll'])
serve(calls.speakText, [() => import('./src/http/speech_controller.ts')])
serve(calls.writeDown, [() => import('./src/http/transcriptions_controller.ts')])
