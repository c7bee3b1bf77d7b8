import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import * as v from "valibot";
import { Refusal } from "../../refusal.ts";
import { readStateFile, writeStateFile } from "../state-file.ts";
import { toSubject } from "./accounts.ts";

/** Characters of a passphrase. With the limit on attempts, ten are beyond guessing from outside. */
export const PASSPHRASE_MIN = 10;
const PASSPHRASE_MAX = 200;
export const SIGN_IN_NAME_MAX = 100; // characters

/** 32 MiB and about 0.1 s for each attempt: what OWASP recommends for scrypt with this memory. */
const COST = { N: 32_768, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
const HASH_BYTES = 32;

const personSchema = v.object({
  name: v.string(),
  /** Null: they gave none, and the app knows none. */
  email: v.nullable(v.string()),
  subject: v.string(),
  /** Both base64. */
  salt: v.string(),
  hash: v.string(),
});
const peopleSchema = v.array(personSchema);

/** Somebody who may sign in with a name and a passphrase. */
export type ListedPerson = Pick<v.InferOutput<typeof personSchema>, "name" | "email" | "subject">;

/** Whether a state folder has a list of people: then nobody else can sign in with the local issuer. */
export function hasPeople(stateDir: string): boolean {
  return existsSync(toPeopleFile(stateDir)) && readPeople(stateDir).length > 0;
}

export function listPeople(stateDir: string): ListedPerson[] {
  return readPeople(stateDir);
}

/**
 * Adds a person. With `email` they are the person who signed in with that address before there was a list, and have
 * their stories. Throws a `Refusal` for a name or an address that is on the list, and for a weak passphrase.
 */
export async function addPerson(
  stateDir: string,
  { name, email, passphrase }: { name: string; email: string | null; passphrase: string },
): Promise<void> {
  const people = readPeople(stateDir);
  const key = toNameKey(name);
  if (key === "" || name.trim().length > SIGN_IN_NAME_MAX)
    throw new Refusal(`A name has 1 to ${SIGN_IN_NAME_MAX} characters.`);
  if (people.some((person) => toNameKey(person.name) === key))
    throw new Refusal(`${name} is on the list already: npm run people -- passphrase ${name} changes it.`);
  const subject = toSubject(email ?? `name:${key}`);
  const same = people.find((person) => person.subject === subject);
  if (same !== undefined) throw new Refusal(`${same.name} has that e-mail address already.`);
  const secret = await hashPassphrase(passphrase);
  writePeople(stateDir, [...people, { name: name.trim(), email, subject, ...secret }]);
}

/** Gives a person another passphrase and returns their subject. Throws a `Refusal` for an unknown name. */
export async function changePassphrase(stateDir: string, name: string, passphrase: string): Promise<string> {
  const { person, others } = takePerson(stateDir, name);
  writePeople(stateDir, [...others, { ...person, ...(await hashPassphrase(passphrase)) }]);
  return person.subject;
}

/** Takes a person off the list. Throws a `Refusal` for an unknown name. */
export function removePerson(stateDir: string, name: string): void {
  writePeople(stateDir, takePerson(stateDir, name).others);
}

/**
 * The person to whom a name and a passphrase belong, or null. An unknown name takes as long as a wrong passphrase. The
 * list is read each time, so that people can be added while the product runs.
 */
export async function checkPerson(
  stateDir: string,
  name: string,
  passphrase: string,
): Promise<ListedPerson | null> {
  const key = toNameKey(name);
  const person = readPeople(stateDir).find((each) => toNameKey(each.name) === key);
  const salt = person === undefined ? Buffer.alloc(16) : Buffer.from(person.salt, "base64");
  const known = person === undefined ? Buffer.alloc(HASH_BYTES) : Buffer.from(person.hash, "base64");
  const given = await derive(passphrase.slice(0, PASSPHRASE_MAX), salt);
  const isRight = given.byteLength === known.byteLength && timingSafeEqual(given, known);
  return person !== undefined && isRight ? person : null;
}

/** The subject of the person with a name; null: nobody on the list has it. */
export function findSubject(stateDir: string, name: string): string | null {
  const key = toNameKey(name);
  return readPeople(stateDir).find((person) => toNameKey(person.name) === key)?.subject ?? null;
}

/** The person with a subject, if they are still on the list. */
export function findPerson(stateDir: string, subject: string): ListedPerson | null {
  return readPeople(stateDir).find((person) => person.subject === subject) ?? null;
}

async function hashPassphrase(passphrase: string): Promise<{ salt: string; hash: string }> {
  const { length } = passphrase;
  if (length < PASSPHRASE_MIN || length > PASSPHRASE_MAX)
    throw new Refusal(`A passphrase has ${PASSPHRASE_MIN} to ${PASSPHRASE_MAX} characters.`);
  const salt = randomBytes(16);
  return { salt: salt.toString("base64"), hash: (await derive(passphrase, salt)).toString("base64") };
}

const scryptAsync = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);

/** NFKC: keyboards of different systems write the same letter in different ways. */
function derive(passphrase: string, salt: Buffer): Promise<Buffer> {
  return scryptAsync(passphrase.normalize("NFKC"), salt, HASH_BYTES, COST);
}

function takePerson(stateDir: string, name: string) {
  const people = readPeople(stateDir);
  const person = people.find((each) => toNameKey(each.name) === toNameKey(name));
  if (person === undefined) throw new Refusal(`${name} is not on the list: npm run people -- list.`);
  return { person, others: people.filter((each) => each !== person) };
}

/** However a name is written, it is the same name. */
export function toNameKey(name: string): string {
  return name.normalize("NFKC").trim().toLowerCase();
}

function readPeople(stateDir: string): v.InferOutput<typeof peopleSchema> {
  return readStateFile(toPeopleFile(stateDir), peopleSchema) ?? [];
}

function writePeople(stateDir: string, people: v.InferOutput<typeof peopleSchema>): void {
  writeStateFile(toPeopleFile(stateDir), people);
}

function toPeopleFile(stateDir: string): string {
  return join(stateDir, "issuer", "people.json");
}
