import { serve } from '#modules/kernel/serve'
import * as calls from './calls.ts'

const CardImports = () => import('./src/http/card_imports_controller.ts')
const CardExports = () => import('./src/http/card_exports_controller.ts')
const LorebookFiles = () => import('./src/http/lorebook_files_controller.ts')
const ChatImports = () => import('./src/http/chat_imports_controller.ts')

serve(calls.importChats, [ChatImports, 'create'])
serve(calls.importCards, [CardImports, 'create'])
serve(calls.exportCards, [CardExports, 'index'])
serve(calls.getCard, [CardExports, 'show'])
serve(calls.getOriginal, [CardExports, 'original'])
serve(calls.importLorebook, [LorebookFiles, 'create'])
serve(calls.exportLorebook, [LorebookFiles, 'show'])
