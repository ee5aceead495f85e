/**
 * How a picture was made, in the vocabulary of the IPTC (https://cv.iptc.org/newscodes/digitalsourcetype): by a trained model, or by rules.
 */
export type DigitalSource = 'trainedAlgorithmicMedia' | 'algorithmicMedia'

const sources: readonly DigitalSource[] = ['trainedAlgorithmicMedia', 'algorithmicMedia']

/** Returns the XMP packet that marks a picture. It contains nothing else: no prompt, no model and no name. */
export const xmpOf = (source: DigitalSource): string =>
  `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/${source}"/></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`

/** Returns the source in a packet of ours. Null for any other metadata. */
export const sourceIn = (xmp: string | undefined): DigitalSource | null =>
  sources.find((source) => xmp === xmpOf(source)) ?? null
