/**
 * The labels of a control, found by one look at each label. jsdom searches the document for the control of every label
 * whenever the labels of one element are asked for, which took a sixth of the time of the forms' tests.
 */
const kinds = ['Button', 'Input', 'Meter', 'Output', 'Progress', 'Select', 'TextArea'] as const
const labelable = kinds.map((kind) => kind.toLowerCase())

const prototypeOf = (kind: (typeof kinds)[number]): object => window[`HTML${kind}Element`].prototype
/** Of jsdom, by kind of element, for comparisons. */
const own = new Map(
  kinds.map((kind) => [kind.toLowerCase(), Object.getOwnPropertyDescriptor(prototypeOf(kind), 'labels')]),
)

/** What jsdom itself answers. */
export function labelsOfJsdom(element: Element): readonly Element[] | null {
  const labels = own.get(element.localName)?.get?.call(element) as NodeListOf<Element> | null | undefined
  return labels ? [...labels] : null
}

/** Replaces `labels` of all elements that can have some. */
export function installLabels(): void {
  for (const kind of kinds)
    Object.defineProperty(prototypeOf(kind), 'labels', {
      configurable: true,
      get(this: HTMLElement) {
        if (this.getAttribute('type')?.toLowerCase() === 'hidden' && this.localName === 'input') return null
        return [...this.ownerDocument.getElementsByTagName('label')].filter((label) => controlOf(label) === this)
      },
    })
}

/** https://html.spec.whatwg.org/multipage/forms.html#labeled-control */
function controlOf(label: HTMLLabelElement): Element | null {
  const id = label.getAttribute('for')
  if (id === null) return [...label.querySelectorAll(labelable.join())].find(isLabelable) ?? null
  const named = label.ownerDocument.getElementById(id)
  return named && isLabelable(named) ? named : null
}

const isLabelable = (element: Element): boolean =>
  labelable.includes(element.localName) && element.getAttribute('type')?.toLowerCase() !== 'hidden'
