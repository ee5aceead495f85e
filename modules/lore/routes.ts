import { serve } from '#modules/kernel/serve'
import * as calls from './calls.ts'

const Lorebooks = () => import('./src/http/lorebooks_controller.ts')
const Entries = () => import('./src/http/entries_controller.ts')
const Tests = () => import('./src/http/lore_tests_controller.ts')

serve(calls.listLorebooks, [Lorebooks, 'index'])
serve(calls.createLorebook, [Lorebooks, 'create'])
serve(calls.testLore, [Tests, 'create'])
serve(calls.getLorebook, [Lorebooks, 'show'])
serve(calls.changeLorebook, [Lorebooks, 'update'])
serve(calls.deleteLorebook, [Lorebooks, 'destroy'])
serve(calls.listEntries, [Entries, 'index'])
serve(calls.addEntry, [Entries, 'create'])
serve(calls.changeEntry, [Entries, 'update'])
serve(calls.deleteEntry, [Entries, 'destroy'])
