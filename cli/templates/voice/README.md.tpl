# voice-__name__

Speaks texts with __name__.

```ts
__camel__Voice({ baseUrl: 'https://…', apiKey: '…' })
```

## Requests

`GET {baseUrl}/voices` lists `voices`, each with `id`, `name` and `language`. `POST {baseUrl}/speak` with `text` and `voice` answers with audio.

## Errors

Classified by status (`http_failure.ts` of the contract). No message quotes the vendor, because its words may repeat a text.

## Tests

`conformance.spec.ts` runs the kit, with the wire format in `framing.ts`. Not tested with the real vendor.
