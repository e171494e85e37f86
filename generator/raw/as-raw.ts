/** A value that the meta-schemas have checked, as the type that describes what they promise. */
export const asRaw = <Raw>(value: object): Raw => value as Raw
