# moderation-__name__

Judges texts with __name__ before they are published.

```ts
__camel__Moderation({ baseUrl: 'https://…', apiKey: '…' })
```

## Request

`POST {baseUrl}/judge` with `texts`: pieces of at most 8,000 UTF-16 units, 16 in a call.

## Response

`findings`, one list of categories for each text.

## Errors

Classified by status (`http_failure.ts` of the contract). No message quotes the vendor, because its words may repeat a text.

## Tests

`conformance.spec.ts` runs the kit, with the wire format in `framing.ts`. Not tested with the real vendor.
