import { fileURLToPath } from 'node:url'
import { createGenerator, type Schema } from 'ts-json-schema-generator'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    apiSchemas: Schema
  }
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Vitest's global setup: derives the JSON schemas of `ApiAnswers` once for all projects of a run. Unknown fields are errors. */
export default function provideApiSchemas({ vitest }: TestProject): void {
  const root = vitest.getRootProject()
  if ('apiSchemas' in root.getProvidedContext()) return
  const generator = createGenerator({
    path: here('./api_answers.ts'),
    tsconfig: here('../tsconfig.json'),
    type: 'ApiAnswers',
    additionalProperties: false,
    jsDoc: 'none',
    // `tsc` checks the types in a step of its own.
    skipTypeCheck: true,
  })
  root.provide('apiSchemas', generator.createSchema('ApiAnswers'))
}
