/** The advertising network that gets purchases if CONVERSION_PIXEL_ID is set: the address of its image. */
export const CONVERSION_PICTURE = "https://www.facebook.com/tr";
