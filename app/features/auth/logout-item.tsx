import { LogOut } from "lucide-react";
import { MenuItem } from "#app/ui/menu.tsx";
import { LogoutForm } from "./logout-form.tsx";

/** The logout entry in the menu of a conversation. Its screen has no account menu. */
export function LogoutItem() {
  return (
    <LogoutForm>
      <MenuItem icon={<LogOut size={18} />}>Logout</MenuItem>
    </LogoutForm>
  );
}
