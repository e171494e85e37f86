/** The job that makes outbound orders, by its name: what asks for it is asked by it. */
export const makeOutboundName = 'shop/makeOutbound'
