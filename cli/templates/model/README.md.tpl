# model-__name__

Streams replies from __name__.

```ts
__camel__Model({ baseUrl: 'https://…/v1', apiKey: '…' })
```

## Request

`POST {baseUrl}/replies` with `stream`, `model`, `system`, `messages`, `max_tokens`, `temperature`, `stop`.

## Response

- Text: `text`. Reasoning (`thought`) is counted but never returned.
- Finish: `done` is `length`, `filter`, `refusal`, or anything else for `stop`. A stream without it is `cut_off`.
- Usage: `usage.input` and `usage.output`, null if missing.

## Errors

Classified by status (`http_failure.ts` of the contract), then by `code` and `message`. No message quotes the vendor.

## Tests

`conformance.spec.ts` runs the kit, with the wire format in `framing.ts`. Not tested with the real vendor.
