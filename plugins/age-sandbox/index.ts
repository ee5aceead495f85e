export { sandboxAge, type SandboxAgeOptions } from './src/sandbox_age.ts'
